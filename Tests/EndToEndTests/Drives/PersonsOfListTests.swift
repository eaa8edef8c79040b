import Foundation
import GroveIdentity
import GroveWire
import Testing

@testable import GroveDrive

/// Who is one person is the same in an app and on a page: `Tests/Vectors/persons.json`.
struct PersonsOfListTests {
  private struct Row: Decodable {
    var `is`: String
    /// Each with what it names, if it names anything.
    var participants: [[String]]
    var persons: [String: String]
  }

  private func root(_ letter: String) throws -> RootHash {
    try RootHash(Array(repeating: try #require(letter.utf8.first), count: 32))
  }

  @Test func `identities that name each other are one person's, in whatever order or circle`()
    throws
  {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/persons.json")
    let rows = try JSONDecoder().decode([Row].self, from: try Data(contentsOf: path))
    #expect(rows.count >= 5)
    for row in rows {
      let participants = try row.participants.map { one in
        Participant(
          root: try root(one[0]), addedAt: DecimalUInt64(0), addedBy: try AccountLabel("ann"),
          person: try one.count > 1 ? root(one[1]) : nil)
      }
      let persons = participants.persons()
      for (one, person) in row.persons {
        #expect(persons[try root(one)] == (try root(person)), "\(row.is): \(one)")
      }
    }
  }
}
