import Testing

@testable import GroveCommands

struct LineReaderTests {
  /// Feeds the text in pieces of one size.
  private func lines(of text: String, pieces size: Int, limit: Int = 100) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = LineReader(maximumLine: limit) {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      return piece
    }
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test(arguments: 1...12)
  func `lines are the same however the bytes are cut`(size: Int) throws {
    #expect(try lines(of: "one\n\ntwo\nthree", pieces: size) == ["one", "", "two", "three"])
    #expect(try lines(of: "one\n", pieces: size) == ["one"])
    #expect(try lines(of: "", pieces: size) == [])
  }

  @Test func `an overlong line arrives one byte longer than the limit, and the next one whole`()
    throws
  {
    let text = String(repeating: "x", count: 50) + "\nnext\n"
    #expect(
      try lines(of: text, pieces: 7, limit: 10) == [String(repeating: "x", count: 11), "next"])
  }
}
