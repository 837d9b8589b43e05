package program

import (
	"flag"
	"runtime"
	"strconv"
)

// Overlap has a package run twice as many tests at once as there are processors, for its tests wait most of their time: for a
// service, for the program, for each other's locks. Who gives -parallel decides it.
func Overlap() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	}
}
