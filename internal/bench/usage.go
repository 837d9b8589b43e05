package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// usage is what processes needed.
type usage struct {
	CPU time.Duration `json:"cpu_ns"`
	// Peak is the largest resident memory of one process; 0 where the system does not tell (only Linux does).
	Peak int64 `json:"peak_bytes"`
	// Live is the largest heap that was in use after a garbage collection; 0 where there was none.
	Live int64 `json:"live_heap_bytes,omitempty"`
	// Processes is how many there were, one after the other.
	Processes int `json:"processes"`
}

func (u usage) with(other usage) usage {
	return usage{u.CPU + other.CPU, max(u.Peak, other.Peak), max(u.Live, other.Live), u.Processes + other.Processes}
}

// Terraform starts this program in the place of the provider, and these variables tell it so.
const (
	providerVariable = "BENCH_PROVIDER" // the provider's program
	usageVariable    = "BENCH_USAGE"    // the folder that takes what each of its processes needed
)

// standIn runs the provider, with everything that Terraform gave this process, and writes down what it needed.
func standIn(provider string) int {
	signal.Ignore(os.Interrupt) // which is for the provider
	//nolint:gosec,noctx // G702: the caller is the benchmark itself; the provider ends with Terraform.
	child := exec.Command(provider, os.Args[1:]...)
	// What is allocated while a collection goes on counts as live, so the program stops for it.
	child.Env = append(os.Environ(), "GODEBUG=gctrace=1,gcstoptheworld=1")
	child.Stdin, child.Stdout = os.Stdin, os.Stdout
	collections := &collections{}
	child.Stderr = collections
	used, err := run(child)
	used.Live = collections.live
	text, _ := json.Marshal(used) // three numbers
	file := filepath.Join(os.Getenv(usageVariable), fmt.Sprintf("%d.json", os.Getpid()))
	//nolint:gosec // G703: as above.
	if err := errors.Join(err, os.WriteFile(file, text, 0o600)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// run runs a program and tells what it and its children needed; Peak is its own.
func run(child *exec.Cmd) (usage, error) {
	if err := child.Start(); err != nil {
		return usage{}, err
	}
	var peak int64
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
	err := child.Wait()
	close(ended)
	<-watched
	return usage{CPU: child.ProcessState.UserTime() + child.ProcessState.SystemTime(), Peak: peak, Processes: 1}, err
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

// providers adds up what the provider's processes wrote down, and removes it.
func providers(folder string) (usage, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return usage{}, err
	}
	var total usage
	for _, file := range files {
		text, err := os.ReadFile(file) //nolint:gosec // G304: found in the benchmark's own folder.
		if err != nil {
			return usage{}, err
		}
		var one usage
		if err := json.Unmarshal(text, &one); err != nil {
			return usage{}, fmt.Errorf("%s: %w", file, err)
		}
		total = total.with(one)
		if err := os.Remove(file); err != nil {
			return usage{}, err
		}
	}
	return total, nil
}

// collections reads the lines that Go's runtime writes about garbage collections, and passes all others on.
type collections struct {
	rest []byte
	live int64
}

// heap is the part of a line that tells the heap before, at the end of, and after a collection.
var heap = regexp.MustCompile(`^gc \d+ .* \d+->\d+->(\d+) MB,`)

func (c *collections) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	for {
		line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		if match := heap.FindSubmatch(line); match != nil {
			megabytes, _ := strconv.ParseInt(string(match[1]), 10, 64) // digits
			c.live = max(c.live, megabytes<<20)
		} else if !strings.HasPrefix(string(line), "gc ") {
			fmt.Fprintf(os.Stderr, "%s\n", line)
		}
		c.rest = rest
	}
}
