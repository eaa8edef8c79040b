import GroveClient
import Testing

@Suite(.timeLimit(.minutes(10))) struct HTTPClientTransportTests {
  private let transport = HTTPClientTransport()

  @Test func `status, headers and body arrive as they were sent`() async throws {
    let server = try LoopbackServer([
      "HTTP/1.1 409 Conflict\r\nX-One: 1\r\nContent-Length: 5\r\n\r\nhello"
    ])
    let answer = try await transport.send(
      ClientRequest(
        url: server.url("/a%2Fb?c=d"), method: "PATCH",
        headers: [ClientHeader("Content-Type", "application/json")], body: Array("{}".utf8)))
    #expect(answer.status == 409)
    #expect(answer.headers.value("x-one") == "1")
    #expect(answer.body == Array("hello".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("PATCH /a%2Fb?c=d HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{}"))
    #expect(!request.lowercased().contains("cookie"))
  }

  @Test func `a redirect is an answer and is not followed`() async throws {
    let server = try LoopbackServer([
      "HTTP/1.1 307 Away\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
    let answer = try await transport.send(ClientRequest(url: server.url("/"), method: "GET"))
    #expect(answer.status == 307)
    #expect(server.requests.count == 1)
  }

  @Test func `nobody listening is unreachable`() async throws {
    await #expect(throws: ClientError.unreachable("the connection was refused")) {
      _ = try await transport.send(ClientRequest(url: "http://127.0.0.1:1/", method: "GET"))
    }
  }

  @Test func `a body cut short is unreachable and not a short answer`() async throws {
    let server = try LoopbackServer(["HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"])
    await #expect(throws: ClientError.self) {
      _ = try await transport.send(ClientRequest(url: server.url("/"), method: "GET"))
    }
  }

  @Test func `to one host as many connections are made as are allowed, and what is more waits`()
    async throws
  {
    let server = try SilentServer()
    let few = HTTPClientTransport(connectionsPerHost: 2)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          _ = try? await few.send(ClientRequest(url: server.url, method: "GET"))
        }
      }
      while server.connections < 2 { try? await Task.sleep(for: .milliseconds(5)) }
      try? await Task.sleep(for: .milliseconds(300))
      #expect(server.connections == 2)
      group.cancelAll()
    }
  }

  @Test func `an answer larger than the limit is refused`() async throws {
    let body = String(repeating: "x", count: 5_000)
    let server = try LoopbackServer(["HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n\(body)"])
    await #expect(throws: ClientError.badAnswer("the answer is larger than allowed")) {
      _ = try await transport.send(
        ClientRequest(url: server.url("/"), method: "GET", answerLimit: 4_999))
    }
  }

  @Test func `the pieces of an open answer are read while it goes on`() async throws {
    let server = try LoopbackServer(
      ["HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"], holdOpen: true)
    let stream = try await transport.open(ClientRequest(url: server.url("/"), method: "GET"))
    #expect(stream.status == 200)
    var chunks = stream.chunks.makeAsyncIterator()
    #expect(try await chunks.next() == Array("data: 1\n\n".utf8))
  }

  @Test func `cancelling the caller ends a request that waits for its answer`() async throws {
    let server = try LoopbackServer([""], holdOpen: true)
    let transport = transport
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: ClientError.cancelled) {
          _ = try await transport.send(ClientRequest(url: server.url("/"), method: "GET"))
        }
      }
      while server.requests.isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
      group.cancelAll()
    }
  }

  @Test func `an open answer that says nothing for too long is unreachable`() async throws {
    let server = try LoopbackServer(
      ["HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"], holdOpen: true)
    let stream = try await transport.open(
      ClientRequest(url: server.url("/"), method: "GET", idleLimit: 1))
    var chunks = stream.chunks.makeAsyncIterator()
    _ = try await chunks.next()
    await #expect(throws: ClientError.unreachable("no answer in time")) {
      _ = try await chunks.next()
    }
  }

  @Test func `what may be asked twice is asked again where a kept connection has just ended`()
    async throws
  {
    let server = try LoopbackServer(["", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"])
    let answer = try await transport.send(ClientRequest(url: server.url("/"), method: "GET"))
    #expect(answer.body == Array("hi".utf8))
  }

  @Test func `what may not be asked twice is not`() async throws {
    let server = try LoopbackServer(["", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"])
    await #expect(throws: ClientError.unreachable("the connection broke")) {
      _ = try await transport.send(
        ClientRequest(url: server.url("/"), method: "POST", body: Array("{}".utf8)))
    }
    #expect(server.requests.count == 1)
  }

  @Test func `an address that is none and a host nobody knows have a sentence each`() async {
    await #expect(throws: ClientError.badAnswer("the address is not a URL")) {
      _ = try await transport.send(ClientRequest(url: "not an address", method: "GET"))
    }
    await #expect(throws: ClientError.unreachable("the host is unknown")) {
      _ = try await transport.send(ClientRequest(url: "http://nobody.invalid/", method: "GET"))
    }
  }
}
