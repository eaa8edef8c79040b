/// Acts one and two: people with several devices, and a conversation.
extension DemoStory {
  func arrive() async throws -> DemoDevices {
    await report.heading("People and devices")
    let cast = DemoDevices(
      alicePhone: try await environment.device("Alice phone"),
      aliceLaptop: try await environment.device("Alice laptop"),
      bobPhone: try await environment.device("Bob phone"),
      bobLaptop: try await environment.device("Bob laptop"),
      bobTablet: try await environment.device("Bob tablet"),
      charliePhone: try await environment.device("Charlie phone"),
      charlieLaptop: try await environment.device("Charlie laptop"),
      stranger: try await environment.device("Mallory phone"))
    try await report.observe("four people have accounts at the relay, each with a key of its own") {
      try await cast.alicePhone.must(.signUp, ["handle": "alice", "name": "Alice"])
      try await cast.bobPhone.must(.signUp, ["handle": "bob", "name": "Bob"])
      try await cast.charliePhone.must(.signUp, ["handle": "charlie", "name": "Charlie"])
      try await cast.stranger.must(.signUp, ["handle": "mallory", "name": "Mallory"])
    }
    try await report.observe("Alice and Charlie link a second device by code") {
      try await link(cast.alicePhone, cast.aliceLaptop)
      try await link(cast.charliePhone, cast.charlieLaptop)
    }
    try await report.observe("Bob links a second and a third; his list names three devices") {
      try await link(cast.bobPhone, cast.bobLaptop)
      try await link(cast.bobPhone, cast.bobTablet)
      _ = try await cast.bobPhone.wait(for: "three devices", .devices) { $0.rows.count == 3 }
    }
    try await report.observe("everybody has an account at the app, under another name") {
      for (device, account, name) in [
        (cast.alicePhone, "alice@kitchen.example", "Alice A."),
        (cast.bobLaptop, "robert@work.example", "Robert B."),
        (cast.charliePhone, "chuck@home.example", "Charlie C."),
        (cast.stranger, "mallory@else.example", "Mallory"),
      ] {
        try await device.must(
          .appSignUp, ["account": account, "name": name, "password": "a long password 1"])
      }
      try await cast.bobTablet.must(
        .appSignUp,
        ["account": "bob.private@home.example", "name": "Bob", "password": "a long password 2"])
    }
    return cast
  }

  /// Returns the conversation's identifier.
  func talk(_ cast: DemoDevices) async throws -> String {
    await report.heading("A conversation")
    let conversation = try await report.observe("Alice starts “Kitchen” with Bob and Charlie") {
      try await cast.alicePhone.must(
        .createConversation, ["name": "Kitchen", "members": "bob,charlie"]
      ).value("conversation")
    }
    try await report.observe("Bob and Charlie do not know Alice yet: they are asked, and accept") {
      for device in [cast.bobTablet, cast.charliePhone] {
        _ = try await device.wait(for: "Alice's request", .requests) { reply in
          reply.rows.map { $0["name"] } == ["Kitchen"]
        }
        try await device.must(.acceptRequest, ["conversation": conversation])
      }
      for device in cast.all {
        _ = try await device.wait(for: "no request any more", .requests) { $0.rows.isEmpty }
      }
    }
    try await report.observe("a text reaches every other device, each in an envelope of its own") {
      try await cast.alicePhone.must(
        .sendText, ["conversation": conversation, "text": "Shall we bake on Sunday?"])
      for device in cast.all where device !== cast.alicePhone && device !== cast.stranger {
        _ = try await device.wait(
          for: "the text", .thread, ["conversation": conversation]
        ) { reply in
          reply.rows.filter { $0["text"] == "Shall we bake on Sunday?" }.count == 1
        }
      }
    }
    return conversation
  }
}
