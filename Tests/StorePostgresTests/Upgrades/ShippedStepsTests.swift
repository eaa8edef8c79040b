import Crypto
import Testing

@testable import StorePostgres
@testable import StoreSQLite

/// A step that was shipped is never edited: databases that have made it remember its name, and do not make it again. A
/// change to a schema is a step of its own, and comes with a line of its own here.
///
/// The first sixteen digits of SHA-256 over a step's text. What a step does besides in Swift is not in it.
struct ShippedStepsTests {
  private static let collaborationFile = [
    "collaboration-1": "2404ba89d5e2d285", "collaboration-pages": "2890a53d655190ef",
    "collaboration-waiting-knocks": "512dea0d97c1d0d0",
    "collaboration-sessions": "d8903bc300d8fcaf",
    "collaboration-withdrawn-identities": "e7beb781cea486d5",
    "collaboration-replaced-identities": "dd1eca018db7d6e5",
    "collaboration-operators": "7599deacfa6e9cb0",
    "collaboration-provider-links": "02f3b72b747e1db6",
    "collaboration-born-accounts": "2a64d75e668022ed",
    "collaboration-notices": "c8cc098160574b8b", "collaboration-link-access": "73edf8414460de9a",
    "collaboration-first-lines": "9cc9cad331fc80b9",
    "collaboration-mentioned": "d453fe380ea08692",
    "collaboration-sign-in-codes": "d4295628651fe54b",
    "collaboration-persons": "d9e10cc1c120c096",
    "collaboration-sign-in-names": "6934258f2c8f4f66", "records-1": "82c527c562ee3b71",
    "records-documents-and-people": "77a4320371bf6bce", "records-assets": "47313fdf3e5c6b56",
    "records-queries": "32fd326801a3c108", "records-ordered-values": "b9a55e1e44ff13d6",
    "drives-1": "e131931f491fd6ce", "drives-2": "a27f17acc54364f2", "drives-3": "efa7e53e8b7dfe2c",
  ]

  private static let relayFile = [
    "relay-1": "042ecc1dbc82dd26", "relay-2": "b9b7004f777ea604",
    "relay-notice-addresses": "a87a3a09ab4dddfe", "relay-web-push": "99097cb92f28fabb",
    "relay-events-of-conversations": "d19e887f4b5fd2da", "relay-memberships": "f5f9af2b0b53c47e",
  ]

  private static let collaborationDatabase = [
    "collaboration-1": "77df1fb73ef6e062", "collaboration-persons": "b8e7485d636c09ec",
    "collaboration-sign-in-names+": "3be1def2ab19b52a",
  ]

  private static let relayDatabase = [
    "relay-1": "2151fe00125e67ab", "relay-2-and-3-beside-1+": "4f2c907f864cd5a9",
    "relay-2-events-of-conversations": "32373e3e2a052199",
    "relay-3-memberships": "8641f50477f73f68",
  ]

  @Test func `the steps of SQLite's files are those that were shipped`() {
    let collaboration =
      CollaborationSchema.migrations + RecordSchema.migrations + DriveSchema.migrations
    #expect(Self.hashes(collaboration.map { ($0.name, $0.sql) }) == Self.collaborationFile)
    #expect(Self.hashes(RelayMigrations.all.map { ($0.name, $0.sql) }) == Self.relayFile)
  }

  @Test func `the steps of PostgreSQL's schemas are those that were shipped`() {
    let collaboration = PostgresCollaborationSchema.migrations.map { ($0.name, $0.sql) }
    #expect(Self.hashes(collaboration) == Self.collaborationDatabase)
    #expect(
      Self.hashes(PostgresRelaySchema.migrations.map { ($0.name, $0.sql) }) == Self.relayDatabase)
  }

  @Test func `a step with another text is another one`() {
    let steps = RelayMigrations.all.map { ($0.name, $0.sql + ($0.name == "relay-2" ? " " : "")) }
    let changed = Self.hashes(steps).filter { Self.relayFile[$0.key] != $0.value }
    #expect(changed.keys.sorted() == ["relay-2"])
  }

  private static func hashes(_ steps: [(String, String)]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: steps.map { name, sql in
        let bytes = Array(SHA256.hash(data: Array(sql.utf8)).prefix(8))
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return (name, digits.joined())
      })
  }
}
