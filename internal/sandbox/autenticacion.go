package sandbox

import (
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	// tokenPrefix tells issued tokens from other credentials without asking the store.
	tokenPrefix = "sbx_"
	// tokenLife is how long an issued token is good for.
	tokenLife = 24 * time.Hour
	// loginPassword is everybody's password in the sandbox, where accounts have none of their own.
	loginPassword = "sandbox"
	// defaultCliente is the client tied to a credential that the sandbox did not issue.
	defaultCliente = 1
)

// selectToken is the answer of the operations that hand out a credential.
var selectToken = statement(`SELECT json_object('token', token, 'expira',`, timestamp("expira"), `) FROM tokens`)

// authorize ties the request to a client, or refuses it. The credential stands alone or after a scheme (A1).
func (s *Sandbox) authorize(c *call, op *operation, header string) error {
	refuse := func(text string) error {
		return &refusal{status: http.StatusUnauthorized, message: text, errores: problems{"Authorization": {text}}}
	}
	c.clienteID = defaultCliente
	alone := strings.TrimSpace(header)
	if alone == "" {
		if op.public {
			return nil
		}
		return refuse("Falta la cabecera Authorization")
	}
	candidates := []string{alone}
	if _, rest, found := strings.Cut(alone, " "); found {
		candidates = append(candidates, strings.TrimSpace(rest))
	}
	for _, candidate := range candidates {
		if strings.HasPrefix(candidate, tokenPrefix) {
			known, err := c.useToken(candidate)
			if err != nil {
				return err
			}
			if known {
				return nil
			}
		}
		want := s.options.Credential
		if want == "" || subtle.ConstantTimeCompare([]byte(candidate), []byte(want)) == 1 {
			return nil
		}
	}
	if op.public {
		return nil
	}
	return refuse("La credencial no es válida")
}

// useToken ties the request to the client of an issued token and tells whether there is such a token.
func (c *call) useToken(candidate string) (bool, error) {
	var expira int64
	err := c.db.QueryRowContext(c.ctx, `SELECT cliente_id, expira FROM tokens WHERE token = ?`, candidate).Scan(&c.clienteID, &expira)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("read token: %w", err)
	case expira < c.now.Unix():
		return false, &refusal{status: http.StatusUnauthorized, message: "La credencial ha caducado."}
	}
	return true, nil
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
