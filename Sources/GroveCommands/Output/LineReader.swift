/// Cuts a byte source into lines with bounded memory: what exceeds the limit is dropped, and the
/// line is returned one byte longer than the limit so that its reader can refuse it.
struct LineReader {
  private let maximumLine: Int
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var ended = false

  init(maximumLine: Int, read: @escaping () throws -> [UInt8]) {
    self.maximumLine = maximumLine
    self.read = read
  }

  /// The next line without its line feed, or nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    var started = false
    while true {
      if position == buffer.count {
        guard try refill() else { return started ? line : nil }
      }
      started = true
      let rest = buffer[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let room = maximumLine + 1 - line.count
      line.append(contentsOf: buffer[position..<(end ?? rest.endIndex)].prefix(max(room, 0)))
      position = end.map { $0 + 1 } ?? buffer.count
      if end != nil { return line }
    }
  }

  private mutating func refill() throws -> Bool {
    guard !ended else { return false }
    buffer = try read()
    position = 0
    ended = buffer.isEmpty
    return !ended
  }
}
