package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// usage is what processes took: the largest resident memory of one, in bytes, or 0 where the system does not tell (only Linux
// does); and the processor time of the provider's.
type usage struct {
	Peak int64         `json:"peak_bytes"`
	CPU  time.Duration `json:"cpu_ns,omitempty"`
}

// Terraform starts this program in the place of the provider, and these variables tell it so.
const (
	providerVariable = "BENCH_PROVIDER" // the provider's program
	usageVariable    = "BENCH_USAGE"    // the folder that takes what each of its processes needed
)

// standIn runs the provider, with everything that Terraform gave this process, and writes down its usage.
func standIn(provider string) int {
	signal.Ignore(os.Interrupt) // which is for the provider
	//nolint:gosec,noctx // G702: the caller is the benchmark itself; the provider ends with Terraform.
	child := exec.Command(provider, os.Args[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	peak, err := run(child)
	if err == nil {
		file := filepath.Join(os.Getenv(usageVariable), strconv.Itoa(os.Getpid()))
		used, _ := json.Marshal(usage{peak, child.ProcessState.UserTime() + child.ProcessState.SystemTime()}) // two numbers
		//nolint:gosec // G703: as above.
		err = os.WriteFile(file, used, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// run runs a program and gives the most memory that it took.
func run(child *exec.Cmd) (peak int64, err error) {
	if err := child.Start(); err != nil {
		return 0, err
	}
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			peak = max(peak, resident(child.Process.Pid))
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	err = child.Wait()
	close(ended)
	<-watched
	return peak, err
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// resident is the largest memory that a process has had so far, in bytes. The system's own account at its end would not
// do: that counts what the process which started it held at that moment.
func resident(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) //nolint:gosec // G703: a number.
	if err != nil {
		return 0
	}
	match := highWater.FindSubmatch(status)
	if match == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(match[1]), 10, 64) // digits
	return kilobytes << 10
}

// providers gives what the provider's processes wrote down: the largest peak, the sum of their times, and the sum of their
// peaks.
func providers(folder string) (all usage, together int64, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return all, 0, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file) //nolint:gosec // G304: found in the benchmark's own folder.
		if err != nil {
			return all, 0, err
		}
		var one usage
		if err := json.Unmarshal(text, &one); err != nil {
			return all, 0, fmt.Errorf("%s: %w", file, err)
		}
		all.Peak, all.CPU, together = max(all.Peak, one.Peak), all.CPU+one.CPU, together+one.Peak
	}
	return all, together, nil
}
