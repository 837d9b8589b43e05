package acceptance

import (
	"fmt"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Every record of every page is listed, by its identifier and as it came, and parametros are sent.
func TestRecordsDataSources(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	for id := 1; id <= 37; id++ { // the first 20 have ended
		begin := time.Now().Unix() - 3000
		if id <= 20 {
			begin -= 6000
		}
		w.Exec(`INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
			VALUES (?, ?, 1, 60, 'bloqueada', 90, ?, ?)`, id, id%2+1, begin, begin+3600)
	}
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	down := func(from, to, by int) (out []any) {
		for n := from; n >= to; n -= by {
			out = append(out, n)
		}
		return out
	}
	for _, c := range []struct {
		typeName   string
		parametros acctest.Values
		want       []any
		asked      string // the first request
	}{
		{typeName: "reservas", want: down(37, 1, 1), asked: "reservas?"},
		{typeName: "reservas_activas", want: down(37, 21, 1), asked: "reservas_activas?"},
		{typeName: "reservas_activas", parametros: acctest.Values{"vehiculo_id": "1", "tramo_id": "2"}, want: down(37, 21, 2),
			asked: "reservas_activas?tramo_id=2&vehiculo_id=1"},
		{typeName: "sanciones", want: []any{1, 2, 3, 4, 5, 6, 7, 8}, asked: "sanciones?"},
		{typeName: "sanciones", parametros: acctest.Values{"placa": "VBR-0105", "estado": "abierta"}, want: []any{5},
			asked: "sanciones?estado=abierta&placa=VBR-0105"},
	} {
		state := p.LookUp("parking_"+c.typeName, acctest.Values{"parametros": c.parametros})
		var inDatos []any
		records, _ := state["datos"].([]any)
		for _, record := range records {
			fields, _ := record.(acctest.Values)
			inDatos = append(inDatos, fields["id"])
		}
		if want := fmt.Sprint(c.want); fmt.Sprint(state["ids"]) != want || fmt.Sprint(inDatos) != want {
			t.Errorf("%s: ids are\n  %v\nand in datos\n  %v\nwanted\n  %v", c.asked, state["ids"], inDatos, want)
		}
		if e := w.Journal()[0]; e.Operation+"?"+e.Query != c.asked {
			t.Errorf("asked %s?%s, wanted %s", e.Operation, e.Query, c.asked)
		}
		w.Requests()
	}
}

// The config of a list is a client.
func TestListConfig(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	unknown := acctest.Values{"cliente_id": acctest.UnknownNumber}
	acctest.Expect(t, "unknown", p.ValidateList("parking_vehiculo", unknown))
	acctest.Expect(t, "zero", p.ValidateList("parking_vehiculo", acctest.Values{"cliente_id": 0}), "cliente_id: Invalid Attribute Value")
	_, diags := p.ListAll(acctest.Query{TypeName: "parking_vehiculo", Config: unknown})
	acctest.Expect(t, "unknown", acctest.ErrorsOf(diags), "cliente_id: Client not known yet")
	w.ExpectRequests(map[string]int{})
	late := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	_, diags = late.ListAll(acctest.Query{TypeName: "parking_vehiculo", Config: acctest.Values{"cliente_id": 2}})
	acctest.Expect(t, "provider not known", acctest.ErrorsOf(diags), "Provider configuration not known yet")
}

// An identity is as much of a promise as an identifier: what could never be read is refused before anything is asked.
func TestImportIdentitiesRefused(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for typeName, identities := range map[string][]acctest.Values{
		"parking_placa":         {{"placa": ""}, {"placa": "-"}},
		"parking_cliente":       {{"email": "flota"}},
		"parking_vehiculo":      {{"cliente_id": 0, "placa": "A"}, {"cliente_id": 1, "placa": "A "}},
		"parking_zona_favorita": {{"cliente_id": 0, "id": 1}, {"cliente_id": 1, "id": 0}},
	} {
		for _, identity := range identities {
			acctest.Expect(t, fmt.Sprint(typeName, identity), p.ImportIdentity(typeName, identity).Errors(), "Invalid import identifier")
		}
	}
}
