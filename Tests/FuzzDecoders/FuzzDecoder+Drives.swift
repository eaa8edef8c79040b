import CollaborationServer
import DriveDomain
import GroveWire
import HTTPTypes

extension FuzzDecoder {
  func takeDrive(_ input: [UInt8]) {
    switch self {
    case .driveXML: takeXML(input)
    case .driveIf: takeIf(String(decoding: input, as: UTF8.self))
    case .driveHeaders: takeDriveHeaders(RequestLines(input))
    default: takeAddress(String(decoding: input, as: UTF8.self))
    }
  }

  /// As a body, and as what is kept of it: a property is told in a document of the server's own.
  private func takeXML(_ input: [UInt8]) {
    _ = try? PropertyQuestion(input)
    _ = try? PropertyUpdate(input)
    guard let element = try? MarkupReader.read(input) else { return }
    let text = MarkupText.standing(element)
    let around = Array("<D:prop xmlns:D=\"DAV:\" xmlns:x=\"urn:x\">\(text)</D:prop>".utf8)
    guard let again = try? MarkupReader.read(around) else {
      // One level or element more than there may be, or more attributes: namespaces are declared in their place.
      return require(Self.isLarge(element), "what is written stands in any document")
    }
    require(again.elements == [element], "an element reads back")
  }

  private static func isLarge(_ element: MarkupElement) -> Bool {
    func depth(_ element: MarkupElement) -> Int { 1 + (element.elements.map(depth).max() ?? 0) }
    func count(_ element: MarkupElement) -> Int { element.elements.reduce(1) { $0 + count($1) } }
    func attributes(_ element: MarkupElement) -> Int {
      element.elements.map(attributes).reduce(element.attributes.count, max)
    }
    return depth(element) >= MarkupReader.depth || count(element) >= MarkupReader.elements
      || attributes(element) * 2 >= MarkupReader.attributes
  }

  private func takeIf(_ text: String) {
    let lists = try? IfHeader.read(text) { reference in
      try DriveAddress.path(reference, of: ["here"])
    }
    guard let lists else { return }
    require(!lists.isEmpty, "a field has lists")
    require(lists.allSatisfy { !$0.conditions.isEmpty }, "a list has conditions")
  }

  /// The first line is the request's address.
  private func takeDriveHeaders(_ lines: RequestLines) {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "here", path: lines.target,
      headerFields: lines.headers)
    let headers = DriveHeaders(head, publicOrigin: "https://drive.example")
    _ = try? headers.depth
    _ = try? headers.overwrites
    _ = try? headers.lockToken
    _ = try? headers.uploadComplete
    if let count = try? headers.bytes("Upload-Offset") {
      require(count < 1_000_000_000_000_000, "a number has fifteen digits")
    }
    _ = try? headers.conditions
    if let destination = try? headers.destination { requireOneForm(destination) }
    if let timeout = try? headers.timeout {
      require(timeout <= UInt64(UInt32.max) * 1000, "a time is a number of seconds")
    }
  }

  private func takeAddress(_ text: String) {
    if let path = try? DriveAddress.path(text) { requireOneForm(path) }
    if let path = try? DriveAddress.path(text, of: ["here", "here:8080"]) { requireOneForm(path) }
    if let upload = try? DriveAddress.upload(text) { requireOneForm(upload.path) }
    if let name = try? DriveName(text) {
      require((try? DriveName(name.text)) == name, "a name has one form")
      require((try? DriveName(name.key))?.key == name.key, "a key stands for itself")
    }
    guard let seconds = HTTPDate.seconds(text) else { return }
    require(HTTPDate.seconds(HTTPDate.text(seconds * 1000)) == seconds, "a moment reads back")
  }

  private func requireOneForm(_ path: DrivePath) {
    for isFolder in [false, true] {
      let text = DriveAddress.text(path, isFolder: isFolder)
      require((try? DriveAddress.path(text)) == path, "an address reads back")
    }
    require(
      path.names.allSatisfy { !["", ".", ".."].contains($0.text) && !$0.text.contains("/") },
      "no name leads anywhere else")
  }
}
