/// Acts eight to ten: power cuts, a device added later, and a participant removed.
extension DemoStory {
  func survive(_ shared: SharedDocument, _ cast: DemoDevices) async throws {
    await report.heading("Both servers are killed (SIGKILL) and started again")
    try await report.observe("everything that was acknowledged is there") {
      try await environment.killAndRestartServers()
      let reply = try await cast.charliePhone.wait(
        for: "the document", .readDocument, ["document": shared.documentID]
      ) { $0.code == nil }
      for text in ["Flour, butter, patience.", "Charlie adds cinnamon."] {
        try expect(reply.rows.filter { $0["text"] == text }.count == 1, "lost or doubled: \(text)")
      }
    }
    try await report.observe("Bob's open page has resumed by itself: a new edit arrives once") {
      try await cast.charliePhone.must(
        .append, ["document": shared.documentID, "text": "Charlie adds sugar."])
      _ = try await cast.bobLaptop.wait(for: "the edit", within: 40, .followed) { reply in
        reply.rows.filter { $0["text"] == "Charlie adds sugar." }.count == 1
      }
    }
  }

  func addDeviceLater(_ shared: SharedDocument, _ cast: DemoDevices) async throws {
    await report.heading("A device added later")
    let watch = try await environment.device("Charlie tablet")
    try await report.observe("Charlie links a tablet; it was not there when Alice shared") {
      try await link(cast.charliePhone, watch)
      try await watch.must(
        .appSignIn, ["account": "chuck@home.example", "password": "a long password 1"])
      let reply = try await watch.attempt(.open, ["link": shared.link])
      try expect(reply.code == "no_invitation", "got \(reply)")
    }
    try await report.observe("Alice refreshes the share; the tablet proves itself too") {
      try await cast.alicePhone.must(
        .refreshShare, ["collaboration": shared.collaborationID, "handle": "charlie"])
      _ = try await watch.wait(for: "the card", .highlights) { reply in
        reply.rows.contains { $0["link"] == shared.link }
      }
      let reply = try await watch.must(.open, ["link": shared.link])
      try expect(
        ["granted", "already_granted"].contains(reply.values["result"] ?? ""), "got \(reply)")
    }
  }

  func remove(_ shared: SharedDocument, _ cast: DemoDevices, in conversation: String) async throws {
    await report.heading("Somebody is removed")
    try await cast.charliePhone.must(.follow, ["document": shared.documentID])
    try await report.observe(
      "Alice removes Charlie from the conversation; a banner offers the plan"
    ) {
      try await cast.alicePhone.must(
        .removeMember, ["conversation": conversation, "handle": "charlie"])
      _ = try await cast.alicePhone.wait(for: "the offer", .offers) { reply in
        reply.rows.contains { $0["loses"] == "charlie" }
      }
    }
    let cut = try await report.observe("she consents: the revocation ends his open stream first") {
      let offers = try await cast.alicePhone.must(.offers)
      return try await cast.alicePhone.must(
        .applyOffer, ["offer": offers.rows.first?["offer"] ?? ""])
    }
    await report.heading(
      "    the server cut \(cut.values["streams"] ?? "?") stream(s) in "
        + "\(cut.values["microseconds"] ?? "?") µs before it answered")
    try await report.observe("Charlie's page says that access has ended") {
      _ = try await cast.charliePhone.wait(for: "the end", .followed) { reply in
        reply.values["ended"] == "removed"
      }
    }
    try await report.observe(
      "Charlie can neither read nor write, and his old proof is worth nothing"
    ) {
      let read = try await cast.charliePhone.attempt(.readDocument, ["document": shared.documentID])
      try expect(read.code == "not_found", "got \(read)")
      let write = try await cast.charliePhone.attempt(
        .append, ["document": shared.documentID, "text": "still here"])
      try expect(write.code == "not_found", "got \(write)")
      let again = try await cast.charliePhone.attempt(.open, ["link": shared.link])
      try expect(again.code == "not_verified", "got \(again)")
    }
    try await report.observe("Bob is still in") {
      let read = try await cast.bobLaptop.must(.readDocument, ["document": shared.documentID])
      try expect(!read.rows.contains { $0["text"] == "still here" }, "a removed write was kept")
    }
  }
}
