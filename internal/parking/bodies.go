package parking

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"

	"golang.org/x/sync/semaphore"
)

const (
	// maxBody limits the size of an answer. The largest one of the service, the section catalogue, is far below it.
	maxBody = 16 << 20
	// smallBody is how much of an answer is read whatever others take: most answers are far smaller.
	smallBody = 256 << 10
	// maxBodies limits the bytes of larger answers that are read and decoded at once, which takes several times as many.
	maxBodies = 2 * maxBody
)

// bodies limits the memory of large answers. One that waits for its place holds none, so each can go on some time.
type bodies struct{ places *semaphore.Weighted }

// read reads an answer, up to one byte more than maxBody. The caller calls done once it needs the bytes no more.
func (b bodies) read(ctx context.Context, response *http.Response) (body []byte, done func(), err error) {
	body, err = io.ReadAll(io.LimitReader(response.Body, smallBody))
	if err != nil || len(body) < smallBody {
		return body, func() {}, err
	}
	size := int64(maxBody)
	if response.ContentLength > 0 {
		size = min(size, response.ContentLength)
	}
	if err := b.places.Acquire(ctx, size); err != nil {
		return nil, func() {}, err
	}
	if response.ContentLength > 0 {
		body = slices.Grow(body, int(size)-len(body)+bytes.MinRead)
	}
	all := bytes.NewBuffer(body)
	_, err = all.ReadFrom(io.LimitReader(response.Body, maxBody+1-int64(len(body))))
	return all.Bytes(), func() { b.places.Release(size) }, err
}
