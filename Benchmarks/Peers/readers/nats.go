package main

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
)

// NATS' protocol is lines of text (docs.nats.io, Client Protocol): no library is needed for what is done here.
type nats struct {
	address   string
	publisher net.Conn
}

// What Grove sends for an update of so many bytes is this much longer: it is text, and says who wrote it when.
const around = 250

func newNATS(address string) *nats {
	publisher, _, err := connect(address)
	if err != nil {
		panic(err)
	}
	return &nats{address, publisher}
}

func connect(address string) (net.Conn, *bufio.Reader, error) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	reader := bufio.NewReaderSize(connection, 4096)
	_, err = reader.ReadString('\n')
	fmt.Fprint(connection, "CONNECT {\"verbose\":false}\r\n")
	return connection, reader, err
}

func (n *nats) open(_ int, delivered func(string)) error {
	connection, reader, err := connect(n.address)
	if err != nil {
		return err
	}
	fmt.Fprint(connection, "SUB document 1\r\nPING\r\n")
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return err
		}
		if strings.HasPrefix(line, "PONG") {
			break
		}
	}
	go func() {
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			if strings.HasPrefix(line, "PING") {
				fmt.Fprint(connection, "PONG\r\n")
			} else if strings.HasPrefix(line, "MSG") {
				body, err := reader.ReadString('\n')
				if err != nil {
					return
				}
				delivered(body[:32])
			}
		}
	}()
	return nil
}

func (n *nats) publish(bytes int) (string, error) {
	id := make([]byte, 16)
	rand.Read(id)
	body := hex.EncodeToString(id) + strings.Repeat("x", bytes*4/3+around-32)
	_, err := fmt.Fprintf(n.publisher, "PUB document %d\r\n%s\r\n", len(body), body)
	return hex.EncodeToString(id), err
}
