import HTTPTypes
import Testing

@testable import GroveServing

struct LoopbackNameTests {
  private func location(
    _ authority: String, _ path: String, method: HTTPRequest.Method = .get,
    origin: String = "http://127.0.0.1:8460"
  ) -> String? {
    let head = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
    return LoopbackName.address(of: head, on: origin)
  }

  @Test func `who types localhost is led to the origin that keys and links belong to`() {
    #expect(location("localhost:8460", "/") == "http://127.0.0.1:8460/")
    #expect(location("localhost:8460", "/d/x?a=b") == "http://127.0.0.1:8460/d/x?a=b")
    #expect(location("localhost", "/", origin: "http://127.0.0.1") == "http://127.0.0.1/")
  }

  @Test func `nobody is led anywhere else`() {
    #expect(location("127.0.0.1:8460", "/") == nil)
    #expect(location("localhost:8461", "/") == nil)
    #expect(location("evil.example", "/") == nil)
    #expect(location("localhost:8460", "//evil.example/") == nil)
    #expect(location("localhost:8460", "/", method: .post) == nil)
    #expect(location("localhost", "/", origin: "https://msg.example") == nil)
    #expect(location("localhost.evil.example:8460", "/") == nil)
  }
}
