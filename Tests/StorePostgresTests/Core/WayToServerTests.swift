import Foundation
import Testing

@testable import StorePostgres

@Suite struct WayToServerTests {
  private let way = WayToServer(
    host: "db.example", address: "192.0.2.1", isEncrypted: true, usedPassword: true,
    mode: "verify-full")

  @Test func `a way on this machine and one that is checked warn of nothing`() {
    #expect(way.warnings == [])
    for (host, address) in [("/run/postgresql", ""), ("localhost", "127.0.0.1"), ("::1", "::1")] {
      var local = way
      (local.host, local.address, local.isEncrypted) = (host, address, false)
      #expect(local.warnings == [])
    }
  }

  @Test func `a way to another machine in the clear, or to whoever answers, is warned of`() {
    var clear = way
    clear.isEncrypted = false
    #expect(clear.warnings.count == 1)
    #expect(clear.warnings[0].contains("in the clear"))
    #expect(!clear.warnings[0].contains("no password"))
    clear.usedPassword = false
    #expect(clear.warnings[0].contains("no password"))
    var unchecked = way
    unchecked.mode = "require"
    #expect(unchecked.warnings[0].contains("sslmode=require"))
  }

  @Test(arguments: [
    ("40001", PostgresFailure.Code.conflict), ("40P01", .conflict), ("23505", .constraint),
    ("23503", .constraint), ("23514", .constraint), ("22P02", .constraint), ("42P01", .constraint),
    ("53100", .unavailable), ("53200", .unavailable), ("53300", .unavailable),
    ("25006", .unavailable), ("57014", .unavailable), ("55P03", .unavailable),
    ("57P01", .lost), ("57P02", .lost), ("08006", .lost), ("58030", .unavailable),
    ("XX001", .corrupt), ("28P01", .refused), ("3D000", .refused), ("42501", .refused),
    ("XX000", .unavailable),
  ])
  func `what a server says is told apart by what is to be done`(
    _ state: String, _ code: PostgresFailure.Code
  ) {
    let failure = PostgresFailure(sqlState: state)
    #expect(failure.code == code)
    #expect(failure.description.contains(state))
    let outside = failure.outside.code
    #expect(outside != .conflict && outside != .lost)
  }
}
