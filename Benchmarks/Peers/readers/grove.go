package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type person struct{ account, session, proof, root string }

// A document of Grove's, with people who have proved. Environment: what to speak with, of whom and of what.
type grove struct {
	address, key, document, collaboration, owner string
	client                                       *http.Client
	people                                       []person
	streams                                      []net.Conn
	ended                                        []atomic.Int64
}

func newGrove(address string) *grove {
	g := &grove{address: address, key: os.Getenv("KEY"), document: os.Getenv("DOCUMENT"),
		collaboration: os.Getenv("COLLABORATION"), owner: os.Getenv("OWNER"),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	rows, err := os.ReadFile(os.Getenv("PROOFS"))
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(rows)), "\n") {
		parts := strings.SplitN(row, "\t", 3)
		g.people = append(g.people, person{parts[0], parts[1], parts[2], ""})
	}
	g.ended = make([]atomic.Int64, len(g.people))
	var all sync.WaitGroup
	turns := make(chan int, 32)
	for i := range g.people {
		all.Add(1)
		turns <- i
		go func(one *person) {
			defer func() { <-turns; all.Done() }()
			one.root = g.ask("POST", "collaborations/"+g.collaboration+"/proof", one.account, one.session, []byte(one.proof))["root"].(string)
		}(&g.people[i])
	}
	all.Wait()
	return g
}

func (g *grove) ask(method, path, account, session string, body []byte) map[string]any {
	request, _ := http.NewRequest(method, "http://"+g.address+"/collab/v1/"+path, bytes.NewReader(body))
	request.Header = http.Header{"Authorization": {"Bearer " + g.key}, "Grove-Account": {account}, "Grove-Session": {session}}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := g.client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	data, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		log.Fatalf("%s: %d %s", path, answer.StatusCode, data)
	}
	values := map[string]any{}
	json.Unmarshal(data, &values)
	return values
}

// Of all people the first so many read; from the end of the log on.
func (g *grove) open(i int, delivered func(string)) error {
	one := g.people[i]
	last := g.ask("GET", "documents/"+g.document, g.owner, "owner", nil)["lastSequence"]
	connection, err := net.Dial("tcp", g.address)
	if err != nil {
		return err
	}
	g.streams = append(g.streams, connection)
	fmt.Fprintf(connection, "GET /collab/v1/documents/%s/stream?after=%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
		"Grove-Account: %s\r\nGrove-Session: %s\r\nAccept: text/event-stream\r\n\r\n",
		g.document, last, g.address, g.key, one.account, one.session)
	reader := bufio.NewReaderSize(connection, 4096)
	line, err := reader.ReadString('\n')
	if err != nil || !strings.Contains(line, "200") {
		return fmt.Errorf("stream: %s %v", line, err)
	}
	go func() {
		for {
			line, err := reader.ReadString('\n')
			if err != nil || strings.HasPrefix(line, "event: ended") {
				g.ended[i].CompareAndSwap(0, time.Now().UnixNano())
			}
			if err != nil {
				return
			}
			if strings.HasPrefix(line, "data:") && strings.Contains(line, "updateID") {
				_, rest, _ := strings.Cut(line, `"sequence":"`)
				sequence, _, _ := strings.Cut(rest, `"`)
				delivered(sequence)
			}
		}
	}()
	return nil
}

func identifier() string {
	id := make([]byte, 16)
	rand.Read(id)
	return base64.RawURLEncoding.EncodeToString(id)
}

func (g *grove) publish(count int) (string, error) {
	data := make([]byte, count)
	rand.Read(data)
	body, _ := json.Marshal(map[string]string{
		"updateID": identifier(), "data": base64.RawURLEncoding.EncodeToString(data), "kind": "edit"})
	return g.ask("POST", "documents/"+g.document+"/updates", g.owner, "owner", body)["sequence"].(string), nil
}

// How soon removals are answered and that person's stream has ended, and how soon they are answered with no stream open:
// the commit's part.
func (g *grove) removeAll(count int) {
	answered, cut, open := g.removeSome(0, count)
	for _, one := range g.streams {
		one.Close()
	}
	time.Sleep(time.Second)
	alone, _, _ := g.removeSome(count, 2*count)
	tell(map[string]any{"answered50": part(answered, 0.5), "answered99": part(answered, 0.99), "ended99": part(cut, 0.99),
		"alone50": part(alone, 0.5), "alone99": part(alone, 0.99), "open30msLater": open})
}

// One after the other.
func (g *grove) removeSome(first, end int) (answered, cut []float64, open int) {
	for i := first; i < end; i++ {
		body, _ := json.Marshal(map[string]any{"requestID": identifier(), "add": []any{},
			"remove": []string{g.people[i].root}, "replace": []any{}})
		begin := time.Now()
		g.ask("POST", "collaborations/"+g.collaboration+"/identities", g.owner, "owner", body)
		answered = append(answered, milliseconds(time.Since(begin)))
		time.Sleep(30 * time.Millisecond)
		if ended := g.ended[i].Load(); ended == 0 {
			open++
		} else {
			cut = append(cut, float64(ended-begin.UnixNano())/1e6)
		}
	}
	return answered, cut, open
}
