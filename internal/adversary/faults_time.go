package adversary

import "time"

// Behind is how far a direct read is behind: less than any pause between two runs of a pipeline.
const Behind = 3 * time.Second

// delays are answers that were true a moment ago.
func delays() []Fault {
	return []Fault{{Name: "a direct read lags", Why: "a replica, or a cache, that has not seen the last write", lies: true, applies: direct,
		reply: func(m *Model, r Request, _ Answer) Reply {
			answer := m.asOf(Behind, r)
			return envelope(answer.Status, answer.Body)
		}}}
}
