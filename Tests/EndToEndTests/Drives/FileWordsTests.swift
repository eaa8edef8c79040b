import Foundation
import GroveIdentity
import Testing

@testable import GroveDrive

/// What persons read of a file is the same in an app and on the drive's page: `Tests/Vectors/file-words.json`.
struct FileWordsTests {
  private struct Words: Decodable {
    struct Kind: Decodable { var name: String, isFolder: Bool, kind: String }
    struct Size: Decodable { var bytes: UInt64, text: String }
    var kinds: [Kind]
    var sizes: [Size]
  }

  @Test func `a file's kind and size are told in the words of the page`() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/file-words.json")
    let words = try JSONDecoder().decode(Words.self, from: try Data(contentsOf: path))
    #expect(words.kinds.count > 20 && words.sizes.count > 10)
    for row in words.kinds {
      #expect(FileWords.kind(row.name, isFolder: row.isFolder) == row.kind, "\(row.name)")
    }
    for row in words.sizes { #expect(FileWords.size(row.bytes) == row.text) }
    #expect(FileWords.kindAndSize("a.pdf", isFolder: false, 1550) == "PDF, 1.6 kB")
    #expect(FileWords.kindAndSize("a.pdf", isFolder: true, 1550) == "Folder")
  }
}
