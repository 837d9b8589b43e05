package parking

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// rudeServer is a service on loopback that ends requests as a letter says: those of one route, or, where it ends them
// before it knows the route, any.
type rudeServer struct {
	url    string
	roots  *x509.CertPool
	letter letter
	route  string // method and path
	// left is how many requests are still ended so; after that it is honest.
	left atomic.Int64
	// arrived counts the complete requests of the route, done those that were carried out, and looked all others.
	arrived, done, looked atomic.Int64
	warm                  sync.WaitGroup // of requests that are answered together
	mu                    sync.Mutex     // guards what is decided about one request
}

// certificate is for loopback, with a key that is cheaper to use than httptest's.
var certificate = sync.OnceValues(func() (made tls.Certificate, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return made, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return made, err
	}
	leaf, err := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
})

// newRudeServer serves one protocol: "HTTP/1.1", the same over "TLS", or "HTTP/2".
func newRudeServer(t *testing.T, protocol, route string, letter letter) *rudeServer {
	t.Helper()
	s := &rudeServer{letter: letter, route: route, roots: x509.NewCertPool()}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	s.url = "http://" + listener.Addr().String()
	if protocol != "HTTP/1.1" {
		s.url = "https://" + listener.Addr().String()
		offer := map[string]string{"TLS": "http/1.1", "HTTP/2": "h2"}[protocol]
		own, err := certificate()
		must(t, err)
		s.roots.AddCert(own.Leaf)
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{own}, NextProtos: []string{offer}, CurvePreferences: []tls.CurveID{tls.X25519}})
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

func (s *rudeServer) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	if s.ends(atConnection) {
		return
	}
	secure, ok := conn.(*tls.Conn)
	if ok && secure.Handshake() != nil { //nolint:noctx // the client's own timeout ends it
		return
	}
	if ok && secure.ConnectionState().NegotiatedProtocol == "h2" {
		_ = s.serveHTTP2(conn)
		return
	}
	_ = s.serveHTTP1(conn)
}

// ends reports whether the request that has come so far is to be ended now.
func (s *rudeServer) ends(now moment) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.letter.at != now || s.left.Load() == 0 {
		return false
	}
	s.left.Add(-1)
	return true
}

// answer takes a complete request and gives the answer, and whether it is to be ended as the letter says.
func (s *rudeServer) answer(route string) (body string, ended bool) {
	path := route[strings.IndexByte(route, ' ')+1:]
	if route == s.route {
		s.arrived.Add(1)
		ended = s.ends(onceRead) || s.ends(whileAnswering)
		if !ended || s.letter.done {
			s.done.Add(1)
		}
		return okData(`{"placa":"ABC1","token":"t"}`), ended
	}
	if strings.HasPrefix(path, "/external/placa/W") {
		s.warm.Done()
		s.warm.Wait()
		return okData(`{"placa":"W"}`), false
	}
	s.looked.Add(1)
	there := s.done.Load() > 0
	switch {
	case path == "/external/reservas-activas" && !there:
		return okData(`[{"id":1}]`), false
	case path == "/external/reservas-activas":
		return okData(`[]`), false
	case path == "/external/reservas":
		return okData(`[{"id":1}]`), false
	case there:
		return okData(`{"placa":"NEW1"}`), false
	}
	return `{"estado":"fail","error":"La placa no existe"}`, false
}

func (s *rudeServer) serveHTTP1(conn net.Conn) error {
	in := bufio.NewReader(conn)
	for {
		if _, err := in.Peek(1); err != nil || s.ends(atFirstByte) {
			return err
		}
		if s.ends(inHeader) {
			return errorOf(in.Discard(10))
		}
		r, err := http.ReadRequest(in)
		if err != nil {
			return err
		}
		route := r.Method + " " + r.URL.Path
		if route == s.route && r.ContentLength > 0 && s.ends(inBody) {
			return nil
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return err
		}
		body, ended := s.answer(route)
		whole := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		if ended && s.letter.at == onceRead {
			return nil
		}
		if ended {
			whole = whole[:len(whole)-5]
		}
		if _, err := io.WriteString(conn, whole); err != nil || ended {
			return err
		}
	}
}

// serveHTTP2 speaks as much of HTTP/2 as a polite client needs.
func (s *rudeServer) serveHTTP2(conn net.Conn) error {
	in := bufio.NewReader(conn)
	if _, err := in.Discard(len(http2.ClientPreface)); err != nil {
		return err
	}
	out := http2.NewFramer(conn, in)
	out.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if err := out.WriteSettings(); err != nil {
		return err
	}
	routes := map[uint32]string{}
	for {
		head, err := in.Peek(9)
		if err != nil {
			return err
		}
		if http2.FrameType(head[3]) == http2.FrameHeaders {
			if s.ends(atFirstByte) {
				return nil
			}
			if s.ends(inHeader) {
				return errorOf(in.Discard(12))
			}
		}
		frame, err := out.ReadFrame()
		if err != nil {
			return err
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				err = out.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !frame.IsAck() {
				err = out.WritePing(true, frame.Data)
			}
		case *http2.MetaHeadersFrame:
			path, _, _ := strings.Cut(frame.PseudoValue("path"), "?")
			route := frame.PseudoValue("method") + " " + path
			routes[frame.StreamID] = route
			switch {
			case frame.StreamEnded():
				err = s.answerHTTP2(out, frame.StreamID, route)
			case route == s.route && s.ends(inBody):
				delete(routes, frame.StreamID) // what still comes of it is ignored
				err = s.endHTTP2(out, frame.StreamID)
			}
		case *http2.DataFrame:
			if route, ok := routes[frame.StreamID]; ok && frame.StreamEnded() {
				err = s.answerHTTP2(out, frame.StreamID, route)
			}
		}
		if err != nil {
			return err
		}
	}
}

func (s *rudeServer) answerHTTP2(out *http2.Framer, stream uint32, route string) error {
	body, ended := s.answer(route)
	if ended && s.letter.at == onceRead && !s.letter.answers {
		return s.endHTTP2(out, stream)
	}
	if ended && s.letter.answers {
		if err := s.endHTTP2(out, stream); err != nil {
			return err
		}
	}
	var header bytes.Buffer
	if err := hpack.NewEncoder(&header).WriteField(hpack.HeaderField{Name: ":status", Value: "200"}); err != nil {
		return err
	}
	if err := out.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header.Bytes(), EndHeaders: true}); err != nil {
		return err
	}
	if ended && s.letter.at == whileAnswering {
		if err := out.WriteData(stream, false, []byte(body[:5])); err != nil {
			return err
		}
		return s.endHTTP2(out, stream)
	}
	return out.WriteData(stream, true, []byte(body))
}

var errHangUp = errors.New("the letter closes the connection")

// endHTTP2 sends what the letter says; an error closes the connection.
func (s *rudeServer) endHTTP2(out *http2.Framer, stream uint32) error {
	if s.letter.send == nil {
		return errHangUp
	}
	return s.letter.send(out, stream)
}
