package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// service is the sandbox over HTTP on a loopback port, which counts its connections.
type service struct {
	*sandbox.Sandbox
	server *http.Server
	base   string

	mu          sync.Mutex
	connections int
	requests    int    // since reset
	then        func() // is done at request number when
	when        int
}

// traffic is what the service got during a phase.
type traffic struct {
	Connections int            `json:"connections_opened"`
	Requests    map[string]int `json:"requests"`               // by operation
	Limited     int            `json:"rate_limited,omitempty"` // of them, with 429 or 503
}

// total is the number of all requests.
func (t traffic) total() int {
	total := 0
	for _, n := range t.Requests {
		total += n
	}
	return total
}

// limited is the part of the requests that was rejected.
func (t traffic) limited() float64 { return float64(t.Limited) / float64(max(t.total(), 1)) }

// startService starts one for a scenario, that fails as f says.
func startService(ctx context.Context, s scenario, f failure) (*service, error) {
	switch random, atRandom := randoms[s.Kind]; {
	case atRandom:
		f.options.Latency = sandbox.Latency{"default": random.latency}
	case shares[s.Kind].latency > 0:
		f.options.Latency = sandbox.Latency{"default": shares[s.Kind].latency}
	default:
		f.options.Latency = sandbox.Latency{"placa": placaLatency / s.speed(), "vehiculo": vehiculoLatency / s.speed(),
			"default": otherLatency / s.speed()}
	}
	box, err := sandbox.Open(ctx, f.options)
	if err != nil {
		return nil, err
	}
	for client := range s.clients() {
		_, err := box.DB().ExecContext(ctx, `INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula)
			VALUES (?, ?, 'Flota', ?, '+593', ?, ?)`, 100+client, email(client), fmt.Sprintf("Número %d", client),
			fmt.Sprintf("99000000%d", client), fmt.Sprintf("010000000%d", client))
		if err != nil {
			return nil, fmt.Errorf("adding a client to the sandbox: %w", err)
		}
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	out := &service{Sandbox: box, base: "http://" + listener.Addr().String()}
	out.at(f.dies, func() { _ = out.server.Close() })
	out.server = &http.Server{Handler: http.HandlerFunc(out.count), ConnState: out.connection, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = out.server.Serve(listener) }() // ends with stop
	return out, nil
}

// env is how the provider finds it.
func (s *service) env() []string {
	return []string{"PARKING_BASE_URL=" + s.base, "PARKING_CREDENTIAL=x"}
}

// at does something at a request, counted from the last reset; at 0 never.
func (s *service) at(request int, then func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.when, s.then = request, then
}

func (s *service) count(rw http.ResponseWriter, req *http.Request) {
	s.mu.Lock()
	s.requests++
	now, then := s.requests == s.when, s.then
	s.mu.Unlock()
	if now {
		then()
	}
	s.ServeHTTP(rw, req)
}

func (s *service) stop() {
	_ = s.server.Close()
	_ = s.Close()
}

func (s *service) connection(_ net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.mu.Lock()
		s.connections++
		s.mu.Unlock()
	}
}

// reset begins a phase.
func (s *service) reset(ctx context.Context) error {
	s.mu.Lock()
	s.connections, s.requests = 0, 0
	s.mu.Unlock()
	return s.ResetJournal(ctx)
}

// traffic gives what the service got since reset.
func (s *service) traffic(ctx context.Context) (traffic, error) {
	journal, err := s.Journal(ctx)
	if err != nil {
		return traffic{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := traffic{Connections: s.connections, Requests: make(map[string]int)}
	for _, entry := range journal {
		out.Requests[entry.Operation]++
		if entry.Status == http.StatusTooManyRequests || entry.Status == http.StatusServiceUnavailable {
			out.Limited++
		}
	}
	return out, nil
}

// drift turns a flag of one plate of each client around, behind Terraform's back; a second time turns it back.
func (s *service) drift(ctx context.Context) error {
	for n := range drifted {
		if _, err := s.DB().ExecContext(ctx, `UPDATE placas SET minusvalido = 1 - minusvalido WHERE placa = ?`, placa(n)); err != nil {
			return fmt.Errorf("changing a plate in the sandbox: %w", err)
		}
	}
	return nil
}
