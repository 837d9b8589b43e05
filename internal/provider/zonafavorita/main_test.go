package zonafavorita

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

func TestMain(m *testing.M) {
	acctest.Nouns = []framework.Noun{Noun}
	m.Run()
}
