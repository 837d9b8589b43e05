package parking

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Outcomes in the audit log.
const (
	auditDone       = "done"
	auditAnswerLost = "done_answer_lost"
	auditRefused    = "refused"
	auditNotDone    = "not_done"
	auditUnknown    = "unknown"
	auditAdopted    = "adopted"
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

// auditEntry is one line of the audit log: a write, however often it was sent, or an adoption.
type auditEntry struct {
	Time      time.Time `json:"time"`
	Run       string    `json:"run"`
	Operation string    `json:"operation"`
	Subject
	Outcome    string `json:"outcome"`
	Tries      int    `json:"tries"`
	DurationMS int64  `json:"duration_ms"`
}

// subject finds what a call is about in its path and its body, by the service's names. The body of a token operation is
// the caller's own, so nothing is taken of it.
func (c call) subject(body []byte) Subject {
	if c.op.area == areaAutenticacion {
		return Subject{}
	}
	named := struct {
		Subject
		ID int64 `json:"id"` // of a favourite
	}{Subject: c.about}
	_ = json.Unmarshal(body, &named) // what is not in it stays empty
	id, _ := strconv.ParseInt(c.element, 10, 64)
	switch c.op.area {
	case areaZonasFavoritas:
		named.ZonaFavoritaID = named.ID
	case areaReservas:
		named.ReservaID = id
	case areaSanciones:
		named.SancionID = id
	}
	return named.Subject
}

// made adds the identifier of what a write created.
func (s *Subject) made(record any) {
	set := func(field, id *int64) {
		if id != nil && *id != 0 {
			*field = *id
		}
	}
	switch made := record.(type) {
	case Vehiculo:
		set(&s.VehiculoID, &made.ID)
	case Cliente:
		set(&s.ClienteID, made.ID)
	case ZonaFavorita:
		set(&s.ZonaFavoritaID, made.ID)
	case Reserva:
		set(&s.ReservaID, &made.ID)
	case Sancion:
		set(&s.SancionID, &made.ID)
	}
}

// outcome names the end of a write. lost: it was found after a lost answer. What is not found, or is refused after a try
// that may have taken effect, may still show up.
func (b *budget) outcome(err error, lost bool) string {
	switch verdict := Judge(err); {
	case err == nil && !lost:
		return auditDone
	case err == nil, verdict == Accepted:
		return auditAnswerLost
	case b.unclear && b.entry.Operation == opBorrarZonaFavorita.name && errors.Is(err, ErrNotFound):
		return auditAnswerLost
	case b.unclear, Unproven(err):
		return auditUnknown
	case verdict == Refused:
		return auditRefused
	}
	return auditNotDone
}

// record adds a write that ended to the audit log.
func (c *Client) record(b *budget, start time.Time, outcome string, made any) {
	if b.entry.Operation == "" { // it was never begun
		return
	}
	b.entry.made(made)
	b.entry.Outcome, b.entry.DurationMS = outcome, time.Since(start).Milliseconds()
	c.config.Audit.add(b.entry)
}

// RecordAdoption adds an adopted object to the audit log. operation is the one that would have created it.
func (c *Client) RecordAdoption(operation string, about Subject) {
	c.config.Audit.add(auditEntry{Operation: operation, Subject: about, Outcome: auditAdopted})
}
