import CollaborationServer
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// A request line and fields, one a line, as a parser would hand them on.
struct RequestLines {
  let target: String
  let fields: [(name: String, value: String)]

  init(_ input: [UInt8]) {
    let lines = input.split(separator: 10, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    target = lines.first ?? ""
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return (String(line[..<colon]), String(line[line.utf8.index(after: colon)...]))
    }
  }

  /// Names and values that HTTP has; a server gets no others.
  var headers: HTTPFields {
    var headers = HTTPFields()
    for field in fields {
      guard let name = HTTPField.Name(field.name) else { continue }
      headers.append(HTTPField(name: name, value: field.value))
    }
    return headers
  }
}

extension FuzzDecoder {
  func takeHead(_ input: [UInt8]) {
    switch self {
    case .requestHead: takeRequestHead(input)
    case .forwarded: takeForwarded(RequestLines(input))
    default: takePageRequest(RequestLines(input))
    }
  }

  private func takeRequestHead(_ input: [UInt8]) {
    let lines = RequestLines(input)
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: lines.target,
      headers: NIOHTTP1.HTTPHeaders(lines.fields))
    _ = try? RequestHeadRules.check(head)
    for error in [HTTPParserError.invalidMethod, .headerOverflow, .invalidURL] {
      _ = RequestHeadRules.problem(error, reading: input)
    }
    let headers = lines.headers
    if let credential = Credential(headers: headers, cookieName: "grove-session") {
      require(!credential.token.isEmpty, "a credential is something")
    }
    for isSecure in [false, true] {
      require(DeviceCookie.shown(in: headers, isSecure: isSecure).count <= 4, "four devices")
    }
    try? BodyReader<SignUp>.choose()?.checkContentType(headers)
    guard let query = try? QueryParameters(path: lines.target) else { return }
    for name in ["after", "limit", "wait"] {
      _ = try? query.position(name)
      _ = try? query.flag(name)
      let number = try? query.number(name, in: 1...500, default: 7)
      require(number.map { (1...500).contains($0) } ?? true, "a number lies in its range")
    }
  }

  /// The first line is what a proxy's addresses are configured as.
  private func takeForwarded(_ lines: RequestLines) {
    guard let peer = NetworkAddress("10.0.0.1"), let near = AddressBlock("10.0.0.0/8") else {
      return require(false, "these are addresses")
    }
    let headers = lines.headers
    require(TrustedProxies.none.client(of: peer, headers) == peer, "nobody is believed unasked")
    let block = AddressBlock(lines.target)
    _ = TrustedProxies([near] + [block].compactMap { $0 }).client(of: peer, headers).limitKey
    if let block, let stranger = NetworkAddress("203.0.113.9"), !block.contains(stranger) {
      let client = TrustedProxies([block]).client(of: stranger, headers)
      require(client == stranger, "a stranger's word is not read")
    }
  }

  private func takePageRequest(_ lines: RequestLines) {
    let file = Self.pageFile
    for method in [HTTPRequest.Method.get, .head] {
      let response = file.response(
        to: HTTPRequest(
          method: method, scheme: "http", authority: "localhost", path: "/a.js",
          headerFields: lines.headers))
      let count = response.body.contentLength ?? 0
      switch response.status {
      case .ok, .partialContent: require((1...40).contains(count), "a part of what there is")
      default: require(count == 0, "nothing else has a body")
      }
    }
  }

  private static let pageFile = PageFile(
    PageRepresentations(
      bytes: [UInt8](repeating: 97, count: 40),
      compressed: [.gzip: [1, 2, 3, 4, 5, 6, 7, 8], .brotli: [1, 2, 3, 4]]),
    type: "text/javascript; charset=utf-8", policy: PagePolicy(), opener: .nobody)
}
