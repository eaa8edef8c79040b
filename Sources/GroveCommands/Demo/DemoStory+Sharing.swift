/// Acts three and four: a share is sent, and opened.
extension DemoStory {
  func share(_ cast: DemoDevices, in conversation: String) async throws -> SharedDocument {
    await report.heading("Sharing “Baking Recipes”")
    let documentID = try await report.observe("Alice writes a document in the app") {
      let id = try await cast.alicePhone.must(.createDocument, ["title": "Baking Recipes"])
        .value("document")
      try await cast.alicePhone.must(.append, ["document": id, "text": "Flour, butter, patience."])
      return id
    }
    let shared = try await report.observe(
      "the app makes the link, stores three identities, and the message is sent"
    ) {
      let reply = try await cast.alicePhone.must(
        .share,
        [
          "document": documentID, "title": "Baking Recipes", "conversation": conversation,
          "text": "Here they are", "access": "readWrite",
        ])
      return SharedDocument(
        link: try reply.value("link"), collaborationID: try reply.value("collaboration"),
        documentID: documentID)
    }
    _ = try await report.observe("the app's server knows three root hashes and no account for two")
    {
      try await cast.alicePhone.wait(
        for: "three identities", .participants, ["collaboration": shared.collaborationID]
      ) { reply in reply.rows.count == 3 && reply.rows.filter { $0["account"] == nil }.count >= 2 }
    }
    try await report.observe(
      "each device of Bob and Charlie recomputes its root and shows the card"
    ) {
      for device in [
        cast.bobPhone, cast.bobLaptop, cast.bobTablet, cast.charliePhone, cast.charlieLaptop,
      ] {
        _ = try await device.wait(for: "the rich link", .highlights) { reply in
          reply.rows.contains { $0["link"] == shared.link && $0["title"] == "Baking Recipes" }
        }
      }
    }
    return shared
  }

  func open(_ shared: SharedDocument, _ cast: DemoDevices) async throws {
    await report.heading("Opening the link")
    try await report.observe("before opening it, Bob's app account has no access") {
      let reply = try await cast.bobLaptop.attempt(.readDocument, ["document": shared.documentID])
      try expect(reply.code == "not_found", "expected not_found, got \(reply)")
    }
    try await report.observe("Bob opens it on his laptop: challenge, signed proof, access granted")
    {
      let reply = try await cast.bobLaptop.must(.open, ["link": shared.link])
      try expect(reply.values["result"] == "granted", "got \(reply)")
      try expect(reply.values["account"] == "robert@work.example", "got \(reply)")
    }
    try await report.observe("the content is on Bob's screen") {
      let reply = try await cast.bobLaptop.must(.readDocument, ["document": shared.documentID])
      try expect(
        reply.rows.contains { $0["text"] == "Flour, butter, patience." }, "got \(reply)")
    }
    try await report.observe("Charlie opens it on his phone and is in as well") {
      let reply = try await cast.charliePhone.must(.open, ["link": shared.link])
      try expect(reply.values["result"] == "granted", "got \(reply)")
    }
    _ = try await report.observe("Alice sees which app account each identity was bound to") {
      try await cast.alicePhone.wait(
        for: "bound accounts", .participants, ["collaboration": shared.collaborationID]
      ) { reply in
        let accounts = Set(reply.rows.compactMap { $0["account"] })
        return accounts.isSuperset(of: ["robert@work.example", "chuck@home.example"])
      }
    }
  }

  func expect(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
    guard condition else { throw CommandFailure(otherwise()) }
  }
}
