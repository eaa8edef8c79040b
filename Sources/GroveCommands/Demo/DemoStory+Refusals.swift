/// Acts five and seven: who does not get in, and a share that is cancelled.
extension DemoStory {
  func refuse(_ shared: SharedDocument, _ cast: DemoDevices) async throws {
    await report.heading("Who does not get in")
    try await report.observe("Bob's tablet, signed in as another account, finds the identity bound")
    {
      let reply = try await cast.bobTablet.attempt(.open, ["link": shared.link])
      try expect(reply.code == "already_bound", "got \(reply)")
    }
    try await report.observe("a stranger with the link has no invitation and gets nothing") {
      let reply = try await cast.stranger.attempt(.open, ["link": shared.link])
      try expect(reply.code == "no_invitation", "got \(reply)")
      let document = try await cast.stranger.attempt(
        .readDocument, ["document": shared.documentID])
      try expect(document.code == "not_found", "got \(document)")
    }
    try await report.observe("the stranger knocks; Alice sees who asks, and ignores it") {
      try await cast.stranger.must(.knock, ["collaboration": shared.collaborationID])
      let knocks = try await cast.alicePhone.wait(
        for: "the knock", .knocks, ["collaboration": shared.collaborationID]
      ) { reply in reply.rows.contains { $0["account"] == "mallory@else.example" } }
      try await cast.alicePhone.must(
        .answerKnock,
        [
          "collaboration": shared.collaborationID, "knock": knocks.rows.first?["knock"] ?? "",
          "accept": "no",
        ])
      let document = try await cast.stranger.attempt(
        .readDocument, ["document": shared.documentID])
      try expect(document.code == "not_found", "got \(document)")
    }
  }

  func cancel(_ cast: DemoDevices, in conversation: String) async throws {
    await report.heading("A share that is cancelled")
    let before = try await cast.bobPhone.must(.highlights).rows.count
    let threadBefore = try await cast.bobPhone.must(.thread, ["conversation": conversation])
    let documentID = try await cast.alicePhone.must(.createDocument, ["title": "Secret Sauce"])
      .value("document")
    let reason = try await report.observe(
      "the app's server cannot store the identities: the message is cancelled, the draft is back"
    ) {
      let reply = try await cast.alicePhone.attempt(
        .share,
        [
          "document": documentID, "title": "Secret Sauce", "conversation": conversation,
          "access": "readOnly", "failure": "participants",
        ])
      try expect(reply.code == "share_cancelled", "got \(reply)")
      try expect(reply.values["draft"] == "Secret Sauce", "the draft is not back: \(reply)")
      return try reply.value("collaboration")
    }
    try await report.observe("no identity and no collaboration is left on the app's server") {
      let reply = try await cast.alicePhone.attempt(.participants, ["collaboration": reason])
      try expect(["not_found", "gone"].contains(reply.code ?? ""), "got \(reply)")
    }
    try await report.observe("nothing of it has reached Bob") {
      try await cast.alicePhone.must(
        .sendText, ["conversation": conversation, "text": "Never mind the sauce."])
      let thread = try await cast.bobPhone.wait(
        for: "the text after the cancelled share", .thread, ["conversation": conversation]
      ) { reply in reply.rows.contains { $0["text"] == "Never mind the sauce." } }
      let highlights = try await cast.bobPhone.must(.highlights).rows.count
      try expect(highlights == before, "a highlight appeared")
      try expect(thread.rows.count == threadBefore.rows.count + 1, "the thread grew by more")
    }
  }
}
