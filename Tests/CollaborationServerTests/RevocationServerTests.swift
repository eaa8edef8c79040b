import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Invariant 5: removal is final for everything issued before it, and ends live sessions.
@Suite(.timeLimit(.minutes(3)))
struct RevocationServerTests {
  @Test func `removal ends live sessions: when the call returns no stream is served`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let (carol, _) = try await document.join("carol")
      let logs = [StreamLog(), StreamLog(), StreamLog(), StreamLog()]
      let clients = [bob, bob, carol, document.owner]
      let streams = zip(logs, clients).map { ($0, document.documentID, $1) }
      try await following(streams) {
        _ = try await document.append("before", by: document.owner)
        for log in logs { try await log.until { $0.texts == ["before"] } }
        let updated = try await document.remove(identity.root)
        #expect(updated.cut.accounts == 1)
        #expect(updated.cut.accountLabels == [try CollaborationTestServer.account("bob")])
        #expect(updated.cut.streams == 2)
        #expect((1..<5_000_000).contains(updated.cut.microseconds))
        _ = try await document.append("after", by: document.owner)
        for log in logs[2...] { try await log.until { $0.texts == ["before", "after"] } }
        for log in logs[..<2] {
          try await log.untilOver()
          #expect(log.ended == .removed)
          #expect(log.texts == ["before"])
        }
        #expect(logs[2].kinds.contains(.removed))
      }
      #expect(try await refusal { try await document.append("no", by: bob) } == .notFound)
      #expect(try await refusal { try await bob.events(of: document.documentID) } == .notFound)
      #expect(try await refusal { try await bob.collaboration(document.id) } == .notFound)
      #expect(
        try await refusal { try await document.prove(identity, as: bob) } == .notVerified)
    }
  }

  @Test func `both orders of grant against removal end without access`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      var identities: [TestIdentity] = []
      for _ in 0..<10 { identities.append(try await document.invite()) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, identity) in identities.enumerated() {
          let client = try server.client("person\(number)")
          let proof = try identity.proof(try await client.challenge(for: document.id)).json()
          group.addTask {
            let code = try await refusal { try await client.prove(proof, for: document.id) }
            #expect([nil, .notVerified].contains(code))
          }
          group.addTask { _ = try await document.remove(identity.root) }
        }
        try await group.waitForAll()
      }
      for number in identities.indices {
        let client = try server.client("person\(number)")
        #expect(
          try await refusal { try await client.document(document.documentID) } == .notFound)
      }
    }
  }

  @Test func `no update of a removed account is accepted once the removal was answered`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            while try await refusal({ try await document.append("x", by: bob) }) == nil {}
          }
        }
        try await Task.sleep(for: .milliseconds(50))
        _ = try await document.remove(identity.root)
        let atRemoval = try await document.owner.document(document.documentID).lastSequence
        try await group.waitForAll()
        let later = try await document.owner.document(document.documentID).lastSequence
        #expect(atRemoval == later)
      }
    }
  }

  @Test func `a stream opened while its account is removed is refused or cut`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      for round in 0..<8 {
        let (bob, identity) = try await document.join("bob\(round)")
        let log = StreamLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await log.follow(document.documentID, by: bob) }
          if round.isMultiple(of: 2) { try await Task.sleep(for: .milliseconds(round)) }
          _ = try await document.remove(identity.root)
          _ = try await document.append("secret \(round)", by: document.owner)
          try await log.untilOver()
        }
        #expect(!log.texts.contains("secret \(round)"))
      }
    }
  }

  @Test func `a replaced identity keeps its account, and its old devices are out`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, old) = try await document.join("bob")
      let new = try Person().identity(in: document.id)
      let updated = try await document.owner.updateIdentities(
        UpdateIdentities(requestID: .random(), replace: [.init(old: old.root, new: new.root)]),
        of: document.id)
      #expect(
        updated.cut
          == .init(
            accounts: 0, accountLabels: [], streams: 0, microseconds: updated.cut.microseconds))
      #expect(try await bob.document(document.documentID).access == .readWrite)
      #expect(try await refusal { try await document.prove(old, as: bob) } == .notVerified)
      #expect(try await document.prove(new, as: bob).result == .alreadyGranted)
      let thief = try server.client("thief")
      #expect(try await refusal { try await document.prove(new, as: thief) } == .alreadyBound)
    }
  }

  @Test func `a late retry of an addition does not bring back who was removed`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try Person().identity(in: document.id)
      let addition = UpdateIdentities(
        requestID: .random(), add: [.init(root: identity.root, depth: 5)])
      let first = try await document.owner.updateIdentities(addition, of: document.id)
      _ = try await document.remove(identity.root)
      let retried = try await document.owner.updateIdentities(addition, of: document.id)
      #expect(retried.epoch == first.epoch)
      let bob = try server.client("bob")
      #expect(try await refusal { try await document.prove(identity, as: bob) } == .notVerified)
    }
  }

  @Test func `who is removed is cut off, and comes back in by no other invitation`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, first) = try await document.join("bob")
      let second = try Person().identity(in: document.id)
      _ = try await document.owner.updateIdentities(
        UpdateIdentities(
          requestID: .random(),
          add: [.init(root: second.root, depth: 5, person: first.root)]), of: document.id)
      let list = try await document.owner.participants(of: document.id).participants
      #expect(list.first { $0.root == second.root }?.person == first.root)
      let log = StreamLog()
      try await following([(log, document.documentID, bob)]) {
        let removed = try await document.remove(second.root)
        #expect(removed.cut.accounts == 1 && removed.cut.streams == 1)
        try await log.untilOver()
        #expect(log.ended == .removed)
      }
      for identity in [first, second] {
        #expect(try await refusal { try await document.prove(identity, as: bob) } == .notVerified)
      }
      #expect(try await refusal { try await bob.document(document.documentID) } == .notFound)
    }
  }

  @Test func `deleting a document ends every stream and leaves nothing to read`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let logs = [StreamLog(), StreamLog()]
      let clients = [bob, document.owner]
      try await following(zip(logs, clients).map { ($0, document.documentID, $1) }) {
        let ended = try await document.owner.deleteDocument(document.documentID)
        #expect(ended.cut.accounts == 1 && ended.cut.streams == 2)
        for log in logs {
          try await log.untilOver()
          #expect(log.ended == .deleted)
        }
      }
      let owner = document.owner
      #expect(try await refusal { try await owner.document(document.documentID) } == .gone)
      #expect(try await refusal { try await bob.document(document.documentID) } == .notFound)
      #expect(
        try await refusal { try await document.prove(identity, as: bob) } == .notVerified)
      #expect(try await owner.documents().documents.isEmpty)
    }
  }

  @Test func `ending a collaboration cuts participants and keeps the owner's stream`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      let logs = [StreamLog(), StreamLog()]
      let clients = [bob, document.owner]
      try await following(zip(logs, clients).map { ($0, document.documentID, $1) }) {
        let ended = try await document.owner.endCollaboration(document.id)
        #expect(ended.cut.accounts == 1 && ended.cut.streams == 1)
        #expect(ended.cut.accountLabels == nil, "everybody")
        try await logs[0].untilOver()
        #expect(logs[0].ended == .stopped, "nobody was taken out")
        _ = try await document.append("alone", by: document.owner)
        try await logs[1].until { $0.texts == ["alone"] }
      }
      #expect(try await document.owner.document(document.documentID).collaborationID == nil)
    }
  }

  @Test func `another node says of a stream that sharing was stopped`() async throws {
    try await CollaborationTestServer.run { first in
      try await CollaborationTestServer.run(
        clock: first.clock, sharing: first.store,
        configure: { $0.looksAgainEvery = .milliseconds(200) }
      ) { second in
        let document = try await SharedDocument(first)
        _ = try await document.join("bob")
        let log = StreamLog()
        try await following([(log, document.documentID, try second.client("bob"))]) {
          _ = try await document.owner.endCollaboration(document.id)
          try await log.untilOver()
          #expect(log.ended == .stopped)
        }
      }
    }
  }

  @Test func `leaving ends the leaver's own streams`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      let log = StreamLog()
      try await following([(log, document.documentID, bob)]) {
        let ended = try await bob.leave(document.id)
        #expect(ended.cut.accounts == 1 && ended.cut.streams == 1)
        #expect(ended.cut.accountLabels == [try CollaborationTestServer.account("bob")])
        try await log.untilOver()
        #expect(log.ended == .left, "nobody took them out")
      }
      #expect(try await refusal { try await bob.leave(document.id) } == .notFound)
    }
  }

  @Test func `another node refuses at once and ends its streams by itself`() async throws {
    try await CollaborationTestServer.run { first in
      try await CollaborationTestServer.run(
        clock: first.clock, sharing: first.store,
        configure: { $0.looksAgainEvery = .milliseconds(200) }
      ) { second in
        let document = try await SharedDocument(first)
        let (_, identity) = try await document.join("bob")
        let elsewhere = try second.client("bob")
        let log = StreamLog()
        try await following([(log, document.documentID, elsewhere)]) {
          _ = try await document.remove(identity.root)
          #expect(
            try await refusal { try await elsewhere.document(document.documentID) } == .notFound)
          try await log.untilOver()
          #expect(log.ended == .removed)
        }
      }
    }
  }

  @Test
  func
    `a removal that another node never told of ends the stream of who was removed, and only that one looks`()
    async throws
  {
    try await CollaborationTestServer.run { first in
      try await CollaborationTestServer.run(
        clock: first.clock, sharing: first.store, configure: { $0.nodes = SilentRegister.nodes() }
      ) { second in
        let document = try await SharedDocument(first)
        let (_, identity) = try await document.join("bob")
        let others = (0..<12).map { "reader\($0)" }
        for name in others { _ = try await document.join(name) }
        let logs = try (["ann", "bob"] + others).map { name in
          (StreamLog(), document.documentID, try second.client(name))
        }
        try await following(logs) {
          // So that every stream waits at the same place.
          _ = try await document.append("before", by: second.client("ann"))
          for (log, _, _) in logs { try await log.until { $0.texts == ["before"] } }
          _ = try await first.store.settled()
          _ = try await document.remove(identity.root)
          let before = try await first.store.settled().transactions
          _ = try await document.append("after", by: second.client("ann"))
          try await logs[1].0.untilOver()
          #expect(logs[1].0.ended == .removed && logs[1].0.texts == ["before"])
          for (log, _, _) in logs where log !== logs[1].0 {
            try await log.until { $0.texts == ["before", "after"] }
          }
          #expect(try await first.store.settled().transactions - before < 8)
        }
      }
    }
  }
}
