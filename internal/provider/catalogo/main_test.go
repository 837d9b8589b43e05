package catalogo

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m, Area) }
