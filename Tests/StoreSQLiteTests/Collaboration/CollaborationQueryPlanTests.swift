import CollaborationDomain
import GRDB
import GroveIdentity
import Synchronization
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// How the questions that are asked all the time find their rows. A plan is what stays true when
/// there are a million participants; a stopwatch on a small file shows nothing.
struct CollaborationQueryPlanTests {
  @Test func `asking what an account may enter looks at that account's bindings only`() throws {
    let account = try AccountLabel("bob@docs.example")
    let collaboration = try CollaborationID("doc-1")
    let plans = try Self.plans {
      _ = try $0.activeBindings(of: account, in: collaboration)
      _ = try $0.bindings(of: account, in: collaboration)
    }
    #expect(plans.count == 2)
    for plan in plans {
      #expect(plan.first?.contains("binding_account (account=? AND collaboration=?)") == true)
    }
  }

  @Test
  func `a collaboration and its document are looked up once, and anew after something was written`()
    throws
  {
    let account = try AccountLabel("bob@docs.example")
    let collaboration = try CollaborationID("doc-1")
    let plans = try Self.plans { rows in
      let look = {
        _ = try rows.collaboration(collaboration)
        _ = try rows.document(.zero)
      }
      try look()
      try look()
      try rows.apply(.removeSignInCode(account))
      try look()
    }
    #expect(plans.count == 4)
  }

  @Test func `no look at what waits to be told walks through a table`() throws {
    let account = try AccountLabel("bob@docs.example")
    let collaboration = try CollaborationID("doc-1")
    let root = RootHash(unchecked: [UInt8](repeating: 1, count: 32))
    let event = NoticeEvent.Key(collaboration, account, .edit, nil)
    let relay = try Origin("https://msg.example")
    let plans = try Self.plans {
      _ = try $0.noticeAddress(of: root, in: collaboration)
      _ = try $0.hasNoticeAddress(in: collaboration, besides: account)
      _ = try $0.noticeAddresses(in: collaboration, after: root, limit: 9, isLast: false)
      _ = try $0.noticeEvent(event)
      _ = try $0.dueNoticeEvents(at: 1, limit: 9)
      _ = try $0.waitingNotice(WaitingNotice.Key(root: root, event: event))
      _ = try $0.countWaitingNotices(for: root, in: collaboration, upTo: 9)
      _ = try $0.dueNotices(to: relay, at: 1, limit: 9)
      _ = try $0.nextNoticeTime(after: 1)
    }
    #expect(plans.count == 10)
    for plan in plans {
      #expect(plan.contains { $0.hasPrefix("SEARCH") } && !plan.contains { $0.contains("B-TREE") })
    }
  }

  @Test func `no look-up by key walks through a table`() throws {
    let account = try AccountLabel("bob@docs.example")
    let collaboration = try CollaborationID("doc-1")
    let root = RootHash(unchecked: [UInt8](repeating: 1, count: 32))
    let document = DocumentID(unchecked: [UInt8](repeating: 1, count: 16))
    let request = RequestID(unchecked: [UInt8](repeating: 1, count: 16))
    let plans = try Self.plans {
      _ = try $0.account(account)
      _ = try $0.session(SessionHash(unchecked: root.bytes))
      _ = try $0.identities(ofPerson: root, in: collaboration, limit: 9)
      _ = try $0.sessions(of: account)
      _ = try $0.document(document)
      _ = try $0.documents(ownedBy: account, kind: nil, after: nil, limit: 10)
      _ = try $0.documents(grantedTo: account, kind: nil, after: nil, limit: 10)
      _ = try $0.sequence(ofUpdate: request, in: document)
      _ = try $0.events(of: document, after: 0, limit: 10, bytes: 10)
      _ = try $0.collaboration(collaboration)
      _ = try $0.identity(root, in: collaboration)
      _ = try $0.hasIdentity(in: collaboration)
      _ = try $0.binding(of: root, in: collaboration)
      _ = try $0.usedNonce(ChallengeNonce(unchecked: request.bytes))
      _ = try $0.answer(to: request, by: account)
      _ = try $0.knock(by: account, in: collaboration)
      _ = try $0.openKnocks(in: collaboration, limit: 10)
      _ = try $0.snapshotSize(of: document)
      _ = try $0.lastUpdate(of: document)
      _ = try $0.countOpenKnocks(in: collaboration, upTo: 10)
      _ = try $0.countIdentities(in: collaboration, upTo: 10)
      _ = try $0.countLinkIdentities(in: collaboration, upTo: 10)
      _ = try $0.linkIdentities(in: collaboration, limit: 10)
      _ = try $0.withdrawn(root, in: collaboration)
      _ = try $0.countWithdrawn(in: collaboration, upTo: 10)
      _ = try $0.countDocuments(ownedBy: account, upTo: 10)
      _ = try $0.waitingKnock(by: account, in: collaboration)
      _ = try $0.waitingKnocks(in: collaboration, limit: 10)
      _ = try $0.signInName(account)
      _ = try $0.signInName(of: account)
      _ = try $0.providerLink(of: ProviderIdentity(issuer: "i", subject: "s"))
      _ = try $0.providerLinks(of: account)
      _ = try $0.isUsed(ProviderState(unchecked: root.bytes))
    }
    #expect(plans.count == 33)
    // What is made up where nothing is found is one row, of no table.
    for step in plans.joined() where step != "SCAN CONSTANT ROW" {
      #expect(!step.hasPrefix("SCAN") || step == "SCAN found", "\(step)")
    }
  }

  /// The plan of every statement that the look-ups run, each as its steps.
  private static func plans(_ look: (CollaborationRows) throws -> Void) throws -> [[String]] {
    let queue = try DatabaseQueue()
    let seen = Mutex<[String]>([])
    return try queue.write { db in
      for migration in CollaborationSchema.migrations + RecordSchema.migrations {
        try db.execute(sql: migration.sql)
      }
      db.trace { event in
        guard case .statement(let statement) = event, statement.sql.hasPrefix("SELECT") else {
          return
        }
        seen.withLock { $0.append(statement.sql) }
      }
      try look(CollaborationRows(SQLiteConnection(db)))
      db.trace(options: [])
      return try seen.withLock(\.self).map { try plan(of: $0, in: db) }
    }
  }

  private static func plan(of sql: String, in db: Database) throws -> [String] {
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
    statement.setUncheckedArguments(
      StatementArguments([Int](repeating: 0, count: sql.count { $0 == "?" })))
    return try Row.fetchAll(statement).map { $0["detail"] }
  }
}
