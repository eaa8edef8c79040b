/// `grove demo drive`: a file that a program keeps, shared in a conversation and written by somebody else.
struct DriveStory: Sendable {
  let story: DemoStory

  private var report: DemoReport { story.report }
  private static let path = "/Plans/house.txt"
  private static let shared = "/Shared/house.txt"

  private struct Cast: Sendable {
    var alice, bob: DemoDevice
    var conversation: String
  }

  func play() async throws {
    let cast = try await arrive()
    let alice = try await fill(cast)
    let bob = try await program(of: cast.bob, "bob@work.example")
    let sharing = try await share(cast, seenBy: bob)
    try await work(cast, alice, bob)
    try await stop(sharing, cast, alice, bob)
  }

  private func arrive() async throws -> Cast {
    await report.heading("Two people")
    let alice = try await story.environment.device("Alice phone")
    let bob = try await story.environment.device("Bob laptop")
    try await report.observe("Alice and Bob have a device each, and accounts at the app") {
      for (device, handle, name, account) in [
        (alice, "alice", "Alice", "alice@kitchen.example"), (bob, "bob", "Bob", "bob@work.example"),
      ] {
        try await device.must(.signUp, ["handle": handle, "name": name])
        try await device.must(
          .appSignUp,
          ["account": account, "name": name, "password": "a long password 1"])
      }
    }
    let conversation = try await report.observe("they have a conversation, “House”") {
      let id = try await alice.must(.createConversation, ["name": "House", "members": "bob"])
        .value("conversation")
      _ = try await bob.wait(for: "Alice's request", .requests) { $0.rows.count == 1 }
      try await bob.must(.acceptRequest, ["conversation": id])
      return id
    }
    return Cast(alice: alice, bob: bob, conversation: conversation)
  }

  private func program(of device: DemoDevice, _ account: String) async throws -> DriveProgram {
    let password = try await device.must(.appPassword, ["name": "Files"]).value("password")
    return DriveProgram(
      origin: story.environment.appOrigin, account: account, password: password)
  }

  private func fill(_ cast: Cast) async throws -> DriveProgram {
    await report.heading("A drive")
    let alice = try await report.observe("Alice makes a password for one program") {
      try await program(of: cast.alice, "alice@kitchen.example")
    }
    try await report.observe("with it the program makes a folder and writes a file, over WebDAV") {
      try story.expect(try await alice.ask("MKCOL", "/Plans").status == 201, "no folder")
      let answer = try await alice.ask("PUT", Self.path, "Two rooms, one garden.")
      try story.expect(answer.status == 201, "got \(answer)")
      let text = try await alice.ask("GET", Self.path).text
      try story.expect(text == "Two rooms, one garden.", "got \(text)")
    }
    try await report.observe("with any other password it reads nothing") {
      let stranger = DriveProgram(
        origin: story.environment.appOrigin, account: "alice@kitchen.example", password: "guessed")
      let answer = try await stranger.ask("GET", Self.path)
      try story.expect(answer.status == 401, "got \(answer)")
    }
    return alice
  }

  private func share(_ cast: Cast, seenBy bob: DriveProgram) async throws -> String {
    await report.heading("Sharing the file in the conversation")
    let reply = try await report.observe("Alice shares it: link, identities, message") {
      try await cast.alice.must(
        .share,
        [
          "document": Self.path, "title": "house.txt", "conversation": cast.conversation,
          "access": "readWrite",
        ])
    }
    let (link, id) = (try reply.value("link"), try reply.value("collaboration"))
    try await report.observe("Bob has the card; before he opens it his drive has nothing of it") {
      _ = try await cast.bob.wait(for: "the card", .highlights) { reply in
        reply.rows.contains { $0["link"] == link && $0["title"] == "house.txt" }
      }
      let answer = try await bob.ask("GET", Self.shared)
      try story.expect(answer.status == 404, "got \(answer)")
    }
    try await report.observe("Bob opens the link: challenge, signed proof, access granted") {
      let reply = try await cast.bob.must(.open, ["link": link])
      try story.expect(reply.values["result"] == "granted", "got \(reply)")
    }
    try await report.observe("his programs find it below Shared, and read the same bytes") {
      let answer = try await bob.ask("GET", Self.shared)
      try story.expect(answer.text == "Two rooms, one garden.", "got \(answer)")
    }
    return id
  }

  private func work(_ cast: Cast, _ alice: DriveProgram, _ bob: DriveProgram) async throws {
    await report.heading("Both work on it")
    try await report.observe("Bob's program writes it, and Alice's reads what he wrote") {
      let answer = try await bob.ask("PUT", Self.shared, "Three rooms, one garden.")
      try story.expect(answer.status == 204, "got \(answer)")
      let text = try await alice.ask("GET", Self.path).text
      try story.expect(text == "Three rooms, one garden.", "got \(text)")
    }
    try await report.observe("the app's server tells it: Alice's conversation says that Bob edited")
    {
      _ = try await cast.alice.wait(
        for: "what the server tells", .thread, ["conversation": cast.conversation]
      ) { reply in
        reply.rows.contains { $0["event"] == "edit" && $0["text"]?.hasPrefix("Bob") == true }
      }
    }
    try await report.observe("Alice's program gives it another name, and Bob is told that, too") {
      let moved = try await alice.move(Self.path, to: "/Plans/our%20house.txt")
      try story.expect(moved == 201, "got \(moved)")
      _ = try await cast.bob.wait(
        for: "the new name", .thread, ["conversation": cast.conversation]
      ) { reply in reply.rows.contains { $0["event"] == "renamed" } }
      let answer = try await bob.ask("GET", "/Shared/our%20house.txt")
      try story.expect(answer.status == 200, "got \(answer)")
    }
  }

  private func stop(
    _ sharing: String, _ cast: Cast, _ alice: DriveProgram, _ bob: DriveProgram
  ) async throws {
    await report.heading("Enough")
    try await report.observe(
      "Alice stops sharing: with the next request Bob's programs find nothing"
    ) {
      try await cast.alice.must(.stopSharing, ["collaboration": sharing])
      let answer = try await bob.ask("GET", "/Shared/our%20house.txt")
      try story.expect(answer.status == 404, "got \(answer)")
    }
    try await report.observe("she still has it, as Bob left it") {
      let answer = try await alice.ask("GET", "/Plans/our%20house.txt")
      try story.expect(answer.text == "Three rooms, one garden.", "got \(answer)")
    }
  }
}
