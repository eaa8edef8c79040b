import GroveIdentity
import GroveWire
import Testing

/// What a removal is answered with.
struct ReceiptTests {
  @Test func `a receipt names 256 accounts and counts all`() throws {
    let labels = try (0..<300).map { try AccountLabel("reader\($0)@docs.example") }
    let cut = IdentitiesUpdated.Cut(
      accounts: labels.count, accountLabels: labels, streams: 0, microseconds: 1)
    #expect(cut.accounts == 300)
    #expect(cut.accountLabels == Array(labels[..<256]))
  }

  @Test func `a receipt of a server that names nobody is read`() throws {
    let json = #"{"accounts":2,"streams":3,"microseconds":4}"#
    let cut = try StrictJSON.decode(IdentitiesUpdated.Cut.self, from: Array(json.utf8))
    #expect(cut.accountLabels == nil && cut.accounts == 2)
  }
}
