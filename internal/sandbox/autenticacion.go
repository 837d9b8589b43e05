package sandbox

import (
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"
)

const (
	tokenPrefix    = "sbx_" // tells issued tokens from other credentials without asking the store
	tokenLife      = 24 * time.Hour
	loginPassword  = "sandbox" // everybody's, where accounts have none of their own
	defaultCliente = 1         // tied to a credential that the sandbox did not issue
)

// selectToken is the answer of the operations that hand out a credential.
var selectToken = statement(`SELECT json_object('token', token, 'expira',`, timestamp("expira"), `) FROM tokens`)

// authorize ties the request to a client, or refuses it. The credential stands alone or after a scheme (A1).
func (s *Sandbox) authorize(c *call, header string) error {
	c.clienteID = defaultCliente
	alone := strings.TrimSpace(header)
	if alone == "" {
		return wrongHeader(http.StatusUnauthorized, "Authorization", "Falta la cabecera Authorization")
	}
	_, rest, _ := strings.Cut(alone, " ")
	for _, candidate := range []string{alone, strings.TrimSpace(rest)} {
		if known, err := c.useToken(candidate); known || err != nil {
			return err
		}
		want := s.options.Credential
		if want == "" || subtle.ConstantTimeCompare([]byte(candidate), []byte(want)) == 1 {
			return nil
		}
	}
	return wrongHeader(http.StatusUnauthorized, "Authorization", "La credencial no es válida")
}

// useToken ties the request to the client of an issued token and tells whether there is such a token.
func (c *call) useToken(candidate string) (known bool, err error) {
	if !strings.HasPrefix(candidate, tokenPrefix) {
		return false, nil
	}
	var expira int64
	err = c.db.QueryRowContext(c.ctx, `SELECT cliente_id, expira FROM tokens WHERE token = ?`, candidate).Scan(&c.clienteID, &expira)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err == nil && expira < c.now.Unix():
		err = &refusal{status: http.StatusUnauthorized, message: "La credencial ha caducado."}
	}
	return err == nil, err
}

func (c *call) issue(clienteID int64) any {
	id := c.exec(`INSERT INTO tokens (token, cliente_id, expira) VALUES (?, ?, ?)`,
		tokenPrefix+rand.Text(), clienteID, c.now.Add(tokenLife).Unix())
	return c.record("", statement(selectToken, "WHERE id = ?"), id)
}

func login(c *call) any {
	email, password := c.bodyText("email", required), c.bodyText("password", required)
	var id int64
	c.one("", `SELECT coalesce(max(id), 0) FROM clientes WHERE email = ?`, []any{email}, &id)
	if c.ready() && (id == 0 || *password != loginPassword) {
		c.fail(&refusal{status: http.StatusUnauthorized, message: "Correo o contraseña incorrectos"})
	}
	return c.issue(id)
}

func generarToken(c *call) any {
	c.bodyText("nombre", optional)
	return c.issue(c.clienteID)
}

// obtenerToken returns the client's newest token.
func obtenerToken(c *call) any {
	return c.record("No hay ningún token vigente", statement(selectToken, `WHERE cliente_id = ? AND expira >= ?
		ORDER BY id DESC LIMIT 1`), c.clienteID, c.now.Unix())
}

// renovarToken issues a new token; the old one stays good for the rest of its own life.
func renovarToken(c *call) any { return c.issue(c.clienteID) }

// timestamp is a column of Unix seconds, in SQL, the way the service writes every time.
func timestamp(column string) string {
	return statement(`strftime('%Y-%m-%dT%H:%M:%SZ',`, column, `, 'unixepoch')`)
}
