/// `grove demo records`: an app's records on two devices of one person, a conflict, and a zone that two people share.
struct RecordStory: Sendable {
  static let container = "iCloud.example.notes"
  /// The record that says how a whole zone is shared; without it, it is not.
  static let zoneShare = "cloudkit.zoneshare"

  let story: DemoStory

  private var report: DemoReport { story.report }

  private struct Cast: Sendable {
    var phone, desk, ben: DemoDevice
  }

  func play() async throws {
    let cast = try await arrive()
    try await write(cast)
    try await conflict(cast)
    try await share(cast)
  }

  private func arrive() async throws -> Cast {
    await report.heading("Two people and an app that keeps notes")
    let cast = Cast(
      phone: try await story.environment.device("Ann phone"),
      desk: try await story.environment.device("Ann desk"),
      ben: try await story.environment.device("Ben phone"))
    try await report.observe("Ann signs in on her phone and her desk, Ben on his phone") {
      try await cast.phone.must(
        .appSignUp, ["account": "ann@notes", "name": "Ann", "password": "flour and butter"])
      try await cast.desk.must(
        .appSignIn, ["account": "ann@notes", "password": "flour and butter"])
      try await cast.ben.must(
        .appSignUp, ["account": "ben@notes", "name": "Ben", "password": "sugar and salt"])
    }
    return cast
  }

  /// What a device asks about the notes.
  private func notes(_ more: [String: String] = [:]) -> [String: String] {
    ["container": Self.container, "zone": "Notes"].merging(more) { $1 }
  }

  private func note(_ text: String, tag: String? = nil, owner: String? = nil) -> [String: String] {
    var words = notes(["record": "shopping", "text": text])
    words["tag"] = tag
    words["owner"] = owner
    return words
  }

  private func write(_ cast: Cast) async throws {
    await report.heading("One person, two devices")
    try await report.observe("the phone makes a zone in her private database and saves a note") {
      try await cast.phone.must(.saveZone, notes())
      try await cast.phone.must(.saveRecord, note("milk"))
    }
    try await report.observe("the desk asks what has changed, and has it") {
      let reply = try await cast.desk.must(.zoneChanges, notes())
      try story.expect(reply.rows.map { $0["text"] } == ["milk"], "got \(reply)")
      let later = try await cast.desk.must(
        .zoneChanges, notes(["token": try reply.value("token")]))
      try story.expect(later.rows.isEmpty, "what was fetched came again: \(later)")
    }
    try await report.observe("Ben, in the same app, finds no such zone of his own") {
      let reply = try await cast.ben.attempt(.zoneChanges, notes())
      try story.expect(reply.code == "zone_not_found", "got \(reply)")
    }
  }

  private func conflict(_ cast: Cast) async throws {
    await report.heading("A conflict")
    let old = try await cast.desk.must(.zoneChanges, notes())
    let tag = try story.value("tag", of: old.rows.first)
    try await report.observe("both change the note as they know it: the phone is first") {
      let reply = try await cast.phone.must(.saveRecord, note("milk\nbread", tag: tag))
      try story.expect(reply.values["tag"] != tag, "the change tag has not changed")
    }
    let theirs = try await report.observe(
      "the desk is refused and handed the note as it is now: nothing is overwritten"
    ) {
      let reply = try await cast.desk.attempt(.saveRecord, note("milk\neggs", tag: tag))
      try story.expect(reply.code == "record_changed", "got \(reply)")
      try story.expect(reply.values["text"] == "milk\nbread", "got \(reply)")
      return try reply.value("tag")
    }
    try await report.observe("it keeps both, saves that under the new tag, and the phone gets it") {
      try await cast.desk.must(.saveRecord, note("milk\nbread\neggs", tag: theirs))
      let reply = try await cast.phone.must(.zoneChanges, notes())
      try story.expect(reply.rows.map { $0["text"] } == ["milk\nbread\neggs"], "got \(reply)")
    }
  }

  private func share(_ cast: Cast) async throws {
    await report.heading("A zone that two people share")
    let id = try await report.observe("Ann shares the zone with whoever has the link") {
      try await cast.phone.must(.shareZone, notes()).value("collaboration")
    }
    let owner = try await report.observe("Ben comes in by it: the zone is in his shared database") {
      let reply = try await cast.ben.must(.enterZone, notes(["collaboration": id]))
      let owner = try reply.value("owner")
      let seen = try await cast.ben.must(.zoneChanges, notes(["owner": owner]))
      try story.expect(
        seen.rows.contains { $0["text"] == "milk\nbread\neggs" }, "got \(seen)")
      return owner
    }
    try await report.observe("Ben changes the note, and Ann's desk has what he wrote") {
      let seen = try await cast.ben.must(.zoneChanges, notes(["owner": owner]))
      let tag = try story.value("tag", of: seen.rows.first { $0["record"] == "shopping" })
      try await cast.ben.must(.saveRecord, note("milk\nbread\neggs\nrice", tag: tag, owner: owner))
      let reply = try await cast.desk.must(.zoneChanges, notes())
      try story.expect(
        reply.rows.contains { $0["text"]?.hasSuffix("rice") == true }, "got \(reply)")
    }
    try await report.observe("Ann stops sharing: the zone is gone for Ben, and hers has everything")
    {
      try await cast.phone.must(.deleteRecord, notes(["record": Self.zoneShare]))
      let reply = try await cast.ben.attempt(.zoneChanges, notes(["owner": owner]))
      try story.expect(reply.code == "zone_not_found", "got \(reply)")
      let hers = try await cast.desk.must(.zoneChanges, notes())
      try story.expect(hers.rows.contains { $0["text"]?.hasSuffix("rice") == true }, "got \(hers)")
    }
  }
}

extension DemoStory {
  /// A value that a row must have.
  func value(_ name: String, of row: [String: String]?) throws -> String {
    guard let value = row?[name] else {
      throw CommandFailure("There is no \(name) in \(row ?? [:]).")
    }
    return value
  }
}
