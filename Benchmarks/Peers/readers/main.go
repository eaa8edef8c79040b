// Opens so many readers of one document (Grove) or one subject (NATS), each on a connection of its own, publishes to them
// at a steady pace, and prints what came of it as JSON: one line when the readers are open, one when everything has been
// delivered, and for Grove one when people were removed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

// What is read from and published to.
type source interface {
	// open connects reader number i and calls delivered for each publication, from a goroutine of its own.
	open(i int, delivered func(id string)) error
	// publish sends one of so many bytes; known is called with its identifier before or right after it is sent.
	publish(bytes int) (id string, err error)
}

type moments struct {
	sync.Mutex
	sent     map[string]time.Time
	arrived  map[string][]time.Time
	received atomic.Int64
}

// Every 25th reader is timed, all are counted.
func (m *moments) delivered(i int, id string) {
	m.received.Add(1)
	if i%25 != 0 {
		return
	}
	now := time.Now()
	m.Lock()
	defer m.Unlock()
	m.arrived[id] = append(m.arrived[id], now)
}

// What arrives may be known before its publisher has been answered.
func (m *moments) waits() (all []float64) {
	m.Lock()
	defer m.Unlock()
	for id, times := range m.arrived {
		for _, one := range times {
			all = append(all, milliseconds(one.Sub(m.sent[id])))
		}
	}
	return all
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

func tell(values map[string]any) {
	json.NewEncoder(os.Stdout).Encode(values)
}

func part(values []float64, share float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sort.Float64s(values)
	return values[int(float64(len(values)-1)*share)]
}

// Waits for a line on standard input: whoever measures reads the processor's time meanwhile.
func pause() { fmt.Scanln() }

func main() {
	kind := flag.String("kind", "grove", "grove or nats")
	port := flag.Int("port", 0, "of the server, on loopback")
	count := flag.Int("readers", 1000, "")
	publications := flag.Int("publications", 50, "")
	bytes := flag.Int("bytes", 100, "of each")
	gap := flag.Duration("gap", 20*time.Millisecond, "between two")
	removals := flag.Int("removals", 40, "of people, from Grove's document")
	flag.Parse()
	address := fmt.Sprintf("127.0.0.1:%d", *port)
	var from source
	if *kind == "nats" {
		from = newNATS(address)
	} else {
		from = newGrove(address)
	}
	seen := &moments{sent: map[string]time.Time{}, arrived: map[string][]time.Time{}}
	for i := 0; i < *count; i++ {
		i := i
		if err := from.open(i, func(id string) { seen.delivered(i, id) }); err != nil {
			log.Fatal(err)
		}
	}
	time.Sleep(time.Second)
	tell(map[string]any{"open": *count})
	pause()
	deliver(from, seen, *count, *publications, *bytes, *gap)
	if grove, is := from.(*grove); is && *removals > 0 {
		pause()
		grove.removeAll(*removals)
	}
	pause()
}

func deliver(from source, seen *moments, count, publications, bytes int, gap time.Duration) {
	begin := time.Now()
	for n := 0; n < publications; n++ {
		before := time.Now()
		id, err := from.publish(bytes)
		if err != nil {
			log.Fatal(err)
		}
		seen.Lock()
		seen.sent[id] = before
		seen.Unlock()
		time.Sleep(time.Until(begin.Add(time.Duration(n+1) * gap)))
	}
	wanted := int64(publications * count)
	for end := time.Now().Add(20 * time.Second); seen.received.Load() < wanted && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	took := time.Since(begin).Seconds()
	waits := seen.waits()
	tell(map[string]any{"delivered": seen.received.Load(), "wanted": wanted, "seconds": took,
		"p50": part(waits, 0.5), "p99": part(waits, 0.99)})
}
