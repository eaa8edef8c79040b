package import GroveWire
package import NIOHTTP1

/// What is checked of a request's head before anybody looks at it.
package enum RequestHeadRules {
  /// - Returns: whether the client waits for 100 (Continue) before it sends the body.
  /// - Throws: `malformed` for a head without exactly one `Host` (RFC 9112 section 3.2; HTTP/1.0 need
  ///   not have one); `expectation_failed` for any expectation but `100-continue` (RFC 9110 section
  package static func check(_ head: HTTPRequestHead) throws(Problem) -> Bool {
    // What follows it would be no HTTP.
    guard head.method != .CONNECT else { throw Problem(.notImplemented) }
    var hosts = 0
    var expectsContinue = false
    let isModern = head.version.major > 1 || head.version.minor > 0
    for (name, value) in head.headers {
      if isSame(name, "host") {
        hosts += 1
        guard value.utf8.allSatisfy(isOfHost) else { throw Problem(.malformed, detail: "Host") }
      } else if isModern, isSame(name, "expect") {
        guard isSame(value, "100-continue") else { throw Problem(.expectationFailed) }
        expectsContinue = true
      }
    }
    guard hosts == 1 || hosts == 0 && !isModern else { throw Problem(.malformed, detail: "Host") }
    return expectsContinue
  }

  /// The refusal of what the parser could not read.
  ///
  /// - Parameter bytes: what it was reading.
  package static func problem(_ error: HTTPParserError, reading bytes: some Collection<UInt8>)
    -> Problem
  {
    switch error {
    case .headerOverflow: Problem(.headerTooLarge)
    case .invalidMethod where beginsRequest(bytes): Problem(.notImplemented)
    default: Problem(.malformed, detail: "HTTP")
    }
  }

  /// Whether this looks like a request line with a method that the parser does not know: a token, a
  /// space, and a target (RFC 9112 section 3).
  private static func beginsRequest(_ bytes: some Collection<UInt8>) -> Bool {
    let line = bytes.drop { $0 == 0x0d || $0 == 0x0a }
    let method = line.prefix { isOfToken($0) }
    let rest = line.dropFirst(method.count).prefix(2)
    // A known one begins a request before the one that could not be read.
    guard !method.isEmpty, !MethodRouter.names.contains(String(decoding: method, as: UTF8.self)),
      rest.first == 0x20, let target = rest.dropFirst().first
    else {
      return false
    }
    return target == UInt8(ascii: "/") || target == UInt8(ascii: "*")
  }

  private static func isSame(_ text: String, _ lowercase: StaticString) -> Bool {
    let bytes = text.utf8
    guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
    return lowercase.withUTF8Buffer { expected in
      zip(bytes, expected).allSatisfy { byte, wanted in
        byte == wanted || (0x41...0x5a).contains(byte) && byte | 0x20 == wanted
      }
    }
  }

  /// The characters of a host and port (RFC 3986 section 3.2).
  private static func isOfHost(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
