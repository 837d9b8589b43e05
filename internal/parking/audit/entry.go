package audit

import "time"

// Outcome is how a write ended.
type Outcome string

// The outcomes.
const (
	Done       Outcome = "done"
	AnswerLost Outcome = "done_answer_lost"
	Refused    Outcome = "refused"
	NotDone    Outcome = "not_done"
	Unknown    Outcome = "unknown"
	Adopted    Outcome = "adopted"
)

// Subject is what a write is about. The audit log takes nothing else of a request, so no field may be personal data or
// the code of a payment.
type Subject struct {
	Placa          string `json:"placa,omitempty"`
	ClienteID      int64  `json:"cliente_id,omitempty"`
	VehiculoID     int64  `json:"vehiculo_id,omitempty"`
	ZonaFavoritaID int64  `json:"zona_favorita_id,omitempty"`
	ReservaID      int64  `json:"reserva_id,omitempty"`
	SancionID      int64  `json:"sancion_id,omitempty"`
	ZonaID         int64  `json:"zona_id,omitempty"`
	TramoID        int64  `json:"tramo_id,omitempty"`
	CeldaID        int64  `json:"celda_id,omitempty"`
	ConectorID     int64  `json:"conector_id,omitempty"`
}

// Entry is one line of the audit log: a write, however often it was sent, or an adoption.
type Entry struct {
	Time      time.Time `json:"time"`
	Run       string    `json:"run"`
	Operation string    `json:"operation"`
	Subject
	Outcome    Outcome `json:"outcome"`
	Tries      int     `json:"tries"`
	DurationMS int64   `json:"duration_ms"`
}
