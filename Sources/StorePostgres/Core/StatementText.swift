/// A statement in what both engines have in common, in PostgreSQL's words.
///
/// It knows the few things that are said otherwise: arguments (`?`, `?1`), hints (`INDEXED BY`), bytes (`x'…'`,
/// `zeroblob(…)`) and names of types in a `CAST`. It is no parser: what it does not know goes through as it is.
struct StatementText {
  let postgres: String
  /// How many arguments it takes.
  let count: Int

  init(_ text: String) {
    var reader = Reader(text)
    reader.translate()
    postgres = String(decoding: reader.out, as: UTF8.self)
    count = reader.count
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0
    var out: [UInt8] = []
    var count = 0

    init(_ text: String) {
      bytes = Array(text.utf8)
      out.reserveCapacity(bytes.count + 64)
    }

    mutating func translate() {
      while place < bytes.count {
        switch bytes[place] {
        case UInt8(ascii: "?"): argument()
        case UInt8(ascii: "'"): literal()
        case let byte where Self.isWord(byte): word()
        case let byte:
          out.append(byte)
          place += 1
        }
      }
    }

    /// `?` is the next one, `?3` the third.
    private mutating func argument() {
      place += 1
      let digits = taking { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let number = Int(digits) ?? count + 1
      count = max(count, number)
      write("$\(number)")
    }

    /// A text goes through as it is; in it, two quotes are one, which makes two texts that follow each other.
    private mutating func literal() {
      out.append(bytes[place])
      place += 1
      write(taking { $0 != UInt8(ascii: "'") })
      out.append(UInt8(ascii: "'"))
      place += 1
    }

    private mutating func word() {
      let word = taking(Self.isWord)
      switch word.lowercased() {
      case "indexed" where followed(by: "by"):
        skip()
        _ = taking(Self.isWord)
        skip()
        _ = taking(Self.isWord)
      case "x" where place < bytes.count && bytes[place] == UInt8(ascii: "'"):
        place += 1
        write(#"'\x\#(taking { $0 != UInt8(ascii: "'") })'::bytea"#)
        place += 1
      case "zeroblob": zeros()
      case "as" where followed(by: "integer"): type("bigint")
      case "as" where followed(by: "blob"): type("bytea")
      case "as" where followed(by: "real"): type("double precision")
      default: write(word)
      }
    }

    /// A number of bytes that stands in the statement.
    private mutating func zeros() {
      let inside = taking { $0 != UInt8(ascii: ")") }
      place += 1
      let number = Int(inside.filter(\.isNumber)) ?? 0
      write(#"'\x\#(String(repeating: "00", count: number))'::bytea"#)
    }

    private mutating func type(_ name: String) {
      skip()
      _ = taking(Self.isWord)
      write("AS \(name)")
    }

    private func followed(by next: String) -> Bool {
      var ahead = self
      ahead.skip()
      return ahead.taking(Self.isWord).lowercased() == next
    }

    private mutating func skip() {
      _ = taking { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    }

    private mutating func taking(_ belongs: (UInt8) -> Bool) -> String {
      let begin = place
      while place < bytes.count, belongs(bytes[place]) { place += 1 }
      return String(decoding: bytes[begin..<place], as: UTF8.self)
    }

    private mutating func write(_ text: String) { out.append(contentsOf: text.utf8) }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
