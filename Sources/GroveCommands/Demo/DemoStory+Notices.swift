/// Act six: changes to the document appear in the conversation.
extension DemoStory {
  func announce(_ shared: SharedDocument, _ cast: DemoDevices, in conversation: String) async throws
  {
    await report.heading("What happens in the document appears in the conversation")
    try await cast.bobLaptop.must(.follow, ["document": shared.documentID])
    try await report.observe("Charlie's edit arrives on Bob's open page") {
      try await cast.charliePhone.must(
        .append, ["document": shared.documentID, "text": "Charlie adds cinnamon."])
      _ = try await cast.bobLaptop.wait(for: "the edit", .followed) { reply in
        reply.rows.contains { $0["text"] == "Charlie adds cinnamon." }
      }
    }
    try await report.observe("the app's server tells it: a banner that no device has posted") {
      _ = try await cast.alicePhone.wait(
        for: "what the server tells", .thread, ["conversation": conversation]
      ) { reply in
        reply.rows.contains { row in
          row["event"] == "edit" && row["text"] == "Charlie edited" && row["attribution"] == ""
        }
      }
    }
    try await report.observe(
      "what an app posts is in the thread of every device, and leads to the content"
    ) {
      try await cast.charliePhone.must(
        .notice, ["collaboration": shared.collaborationID, "event": "edit"])
      for device in [cast.alicePhone, cast.aliceLaptop, cast.bobPhone, cast.bobTablet] {
        _ = try await device.wait(for: "the banner", .thread, ["conversation": conversation]) {
          reply in
          reply.rows.contains { row in
            row["kind"] == "notice" && row["text"]?.contains("Charlie") == true
              && row["link"] == shared.link
          }
        }
      }
    }
    try await report.observe("Charlie mentions Bob: each of Bob's devices shows it, Alice's do not")
    {
      try await cast.charliePhone.must(
        .mention, ["collaboration": shared.collaborationID, "account": "robert@work.example"])
      for device in [cast.bobPhone, cast.bobLaptop, cast.bobTablet] {
        _ = try await device.wait(for: "the mention", .thread, ["conversation": conversation]) {
          reply in reply.rows.contains { $0["kind"] == "mention" }
        }
      }
      // Something sent later has arrived, so an earlier mention would have too.
      try await cast.charliePhone.must(
        .sendText, ["conversation": conversation, "text": "Look at the recipe"])
      let thread = try await cast.alicePhone.wait(
        for: "the later text", .thread, ["conversation": conversation]
      ) { reply in reply.rows.contains { $0["text"] == "Look at the recipe" } }
      try expect(!thread.rows.contains { $0["kind"] == "mention" }, "Alice saw the mention")
    }
    try await report.observe("Alice renames it; the notice says so") {
      try await cast.alicePhone.must(
        .rename, ["document": shared.documentID, "title": "Sunday Baking"])
      try await cast.alicePhone.must(
        .notice,
        [
          "collaboration": shared.collaborationID, "event": "renamed", "title": "Sunday Baking",
        ])
      _ = try await cast.bobPhone.wait(
        for: "the rename", .thread, ["conversation": conversation]
      ) { reply in
        reply.rows.contains { $0["kind"] == "notice" && $0["event"] == "renamed" }
          && reply.rows.contains { $0["kind"] == "link" && $0["text"] == "Sunday Baking" }
      }
    }
  }
}
