/// Turns the bytes of an event stream into events, however they are cut (WHATWG HTML).
///
/// Pure: feed it what arrives. A line, and an event of many lines, longer than the limit ends the stream
/// with an error, so a hostile server cannot fill the memory.
public struct ServerSentEventParser: Sendable {
  /// Why parsing stopped.
  public struct LineTooLong: Error, Hashable, Sendable {}

  private let maximumLine: Int
  private var line: [UInt8] = []
  private var lastWasCarriageReturn = false
  private var name: String?
  private var id: String?
  private var data: [String] = []
  /// Bytes of `data`, and one for each line of it.
  private var dataBytes = 0

  /// Begins a stream; a connection that is opened again gets a parser of its own.
  /// - Parameter maximumLine: in bytes. The default leaves room for the largest event there is, an
  ///   update of 1 MiB in base64.
  public init(maximumLine: Int = 16 << 20) { self.maximumLine = maximumLine }

  /// Takes what has arrived.
  ///
  /// - Returns: the events that are complete now; what is not waits for the next bytes.
  /// - Throws: where a line or an event is longer than the limit; the parser is not to be used after that.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(LineTooLong) -> [ServerSentEvent]
  {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      if lastWasCarriageReturn, byte == UInt8(ascii: "\n") {
        lastWasCarriageReturn = false
        continue
      }
      lastWasCarriageReturn = byte == UInt8(ascii: "\r")
      guard byte == UInt8(ascii: "\n") || lastWasCarriageReturn else {
        guard line.count < maximumLine else { throw LineTooLong() }
        line.append(byte)
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws(LineTooLong) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = text
    case "id": id = text
    case "data":
      dataBytes += value.count + 1
      guard dataBytes <= maximumLine else { throw LineTooLong() }
      data.append(text)
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      name = nil
      id = nil
      data = []
      dataBytes = 0
    }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(name: name, id: id, data: data.joined(separator: "\n"))
  }
}
