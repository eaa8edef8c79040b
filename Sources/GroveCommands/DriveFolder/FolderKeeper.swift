import Foundation
import GroveServing

/// Keeps a folder like the drive: looks at both, lets what is in conflict make way, and has rclone carry the rest.
actor FolderKeeper {
  private let place: FolderPlace
  private let rclone: Rclone
  private let settings: RcloneSettings
  private let reachability: DriveReachability
  private let isForced: Bool
  private let today: @Sendable () -> String
  private let tell: @Sendable (FolderEvent) -> Void

  /// Files that cannot be carried, as they were when that was seen.
  private var leftOut: [String: LeftOut] = [:]
  private struct LeftOut {
    var entry: FolderEntry?
    var isShort: Bool
  }

  /// Runs for what comes up while rclone runs, and for what cannot be carried.
  private static let mostRuns = 5

  /// - Parameters:
  ///   - isForced: whether everything may be gone on one side.
  ///   - today: ISO 8601.
  ///   - tell: what was done.
  init(
    rclone: Rclone, reachability: DriveReachability, isForced: Bool,
    today: @escaping @Sendable () -> String, tell: @escaping @Sendable (FolderEvent) -> Void
  ) {
    (place, self.rclone) = (rclone.place, rclone)
    settings = RcloneSettings(place: rclone.place)
    self.reachability = reachability
    self.isForced = isForced
    self.today = today
    self.tell = tell
  }

  /// Makes both alike, once.
  /// - Returns: whether every file is kept.
  /// - Throws: `FolderFailure`; nothing is lost then, and it can be tried again at any time.
  func keep() async throws -> Bool {
    leftOut = leftOut.filter { !$0.value.isShort }
    for _ in 0..<Self.mostRuns {
      guard try await run() else { break }
    }
    return leftOut.isEmpty
  }

  /// Tries again what could not be carried.
  func forgetLeftOut() { leftOut = [:] }

  /// - Returns: whether there is more to do at once.
  private func run() async throws -> Bool {
    try settle(isCut: true)
    try await reachability.check()
    let memory = FolderMemory.load(place)
    let now = try await look(isFirst: memory == nil)
    leftOut = leftOut.filter { $0.value.entry == (now.here[$0.key] ?? now.there[$0.key]) }
    let plan = FolderPlan(before: memory.map { without($0.alike) }, now: without(now))
    guard !plan.isNothing else { return false }
    if let side = plan.emptied, !isForced { throw emptied(side) }
    try asides.add(plan.inConflict)
    let ending = try await bisync(plan, memory)
    guard ending.status == 0 else {
      try settle(isCut: true)
      return try leaveOut(ending.complaints, now)
    }
    let isUnfinished = try remember(plan, memory)
    FolderEvent.carried(plan).forEach(tell)
    let named = try settle(isCut: false)
    return isUnfinished || named
  }

  private var asides: FolderAsides {
    FolderAsides(place: place, machine: Machine.name, day: today())
  }

  @discardableResult
  private func settle(isCut: Bool) throws -> Bool {
    let named = try asides.settle(isCut: isCut)
    for (path, name) in named {
      tell(
        FolderEvent(
          .conflict, name, "\(path) was changed on both sides; what was here is now \(name)"))
    }
    return !named.isEmpty
  }

  // MARK: Looking

  private func look(isFirst: Bool) async throws -> FolderPair {
    let there = try await listing(RcloneSettings.remote)
    var here = try await listing(place.folder)
    let isMarked = here[FolderMark.name] != nil || isFirst && there[FolderMark.name] != nil
    if !isMarked || !isFirst && there[FolderMark.name] == nil {
      let path = place.folder + "/" + FolderMark.name
      try AtomicFile.write(Array(FolderMark.text.utf8), to: path, isNew: false)
      here = try await listing(place.folder)
    }
    return FolderPair(here: here, there: there)
  }

  private struct Item: Decodable {
    var Path: String
    var Size: Int64
    var ModTime: String
  }

  private func listing(_ side: String) async throws -> FolderListing {
    let ending = try await carry(
      ["lsjson", "-R", "--files-only", "--no-mimetype", side] + settings.options(),
      output: place.answer)
    guard ending.status == 0 else { throw Self.failure(ending.complaints) }
    let data = FileManager.default.contents(atPath: place.answer) ?? Data()
    guard let items = try? JSONDecoder().decode([Item].self, from: data) else {
      throw FolderFailure(.rclone, "rclone lists \(side) in a form that is not known.")
    }
    return Dictionary(
      items.map { ($0.Path, FolderEntry(size: $0.Size, time: $0.ModTime)) },
      uniquingKeysWith: { $1 })
  }

  private func without(_ pair: FolderPair) -> FolderPair {
    FolderPair(
      here: pair.here.filter { leftOut[$0.key] == nil },
      there: pair.there.filter { leftOut[$0.key] == nil })
  }

  private func emptied(_ side: FolderPlan.Side) -> FolderFailure {
    let place = side == .here ? place.folder : "the drive"
    return FolderFailure(
      .emptied,
      "More than half of the files are gone from \(place), so nothing was done. If that is meant, say so with --force."
    )
  }

  // MARK: Carrying

  private func bisync(_ plan: FolderPlan, _ memory: FolderMemory?) async throws -> Rclone.Ending {
    try? FileManager.default.removeItem(atPath: place.work)
    try FileManager.default.createDirectory(
      atPath: place.work, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var words = [
      "bisync", place.folder, RcloneSettings.remote, "--workdir", place.work, "--check-sync=false",
      "--force", "--ignore-checksum",
    ]
    if let memory, let told = plan.told {
      for (number, listing) in [(1, told.here), (2, told.there)] {
        try Data(BisyncListing.text(listing).utf8).write(
          to: URL(fileURLWithPath: "\(place.work)/\(memory.session).path\(number).lst"))
      }
      // What has changed is known; that sizes and times are the same says nothing.
      words.append("--ignore-times")
    } else {
      words.append("--resync")
    }
    return try await carry(words + settings.options(without: leftOut.keys.sorted()))
  }

  /// Lets rclone do its work for as long as the server answers: it is ended otherwise, as it may be at any moment.
  private func carry(_ words: [String], output: String? = nil) async throws -> Rclone.Ending {
    let rclone = rclone
    return try await reachability.whileAnswering { try await rclone.run(words, output: output) }
      ?? .unreachable
  }

  /// - Returns: whether something came up meanwhile.
  private func remember(_ plan: FolderPlan, _ memory: FolderMemory?) throws -> Bool {
    let ending = ".path1.lst"
    let files = try FileManager.default.contentsOfDirectory(atPath: place.work)
    guard let session = files.first(where: { $0.hasSuffix(ending) })?.dropLast(ending.count),
      let here = listed("\(session).path1.lst"), let there = listed("\(session).path2.lst")
    else { throw FolderFailure(.rclone, "rclone's own listings have a form that is not known.") }
    let outcome = FolderOutcome(of: plan, after: FolderPair(here: here, there: there))
    var alike = outcome.alike
    for path in leftOut.keys {
      alike.here[path] = memory?.alike.here[path]
      alike.there[path] = memory?.alike.there[path]
    }
    try FolderMemory(session: String(session), alike: alike).save(place)
    return outcome.isUnfinished
  }

  private func listed(_ name: String) -> FolderListing? {
    FileManager.default.contents(atPath: place.work + "/" + name)
      .flatMap { BisyncListing.parse(String(decoding: $0, as: UTF8.self)) }
  }

  /// What cannot be carried must not keep everything else.
  /// - Returns: whether there is something that can be left out.
  private func leaveOut(_ complaints: [RcloneComplaint], _ now: FolderPair) throws -> Bool {
    let files = complaints.filter { [.file, .later].contains($0.kind) && !$0.path.isEmpty }
    guard !files.isEmpty,
      !complaints.contains(where: { [.unreachable, .password].contains($0.kind) })
    else { throw Self.failure(complaints) }
    for complaint in files {
      leftOut[complaint.path] = LeftOut(
        entry: now.here[complaint.path] ?? now.there[complaint.path],
        isShort: complaint.kind == .later)
      tell(FolderEvent(.leftOut, complaint.path, complaint.sentence))
    }
    return true
  }

  private static func failure(_ complaints: [RcloneComplaint]) -> FolderFailure {
    let worst = [RcloneComplaint.Kind.unreachable, .password, .other, .file, .later].lazy
      .compactMap { kind in complaints.first { $0.kind == kind } }.first
    return switch worst?.kind {
    case .unreachable: FolderFailure(.unreachable, worst?.sentence ?? "")
    case .password: FolderFailure(.password, worst?.sentence ?? "")
    default: FolderFailure(.unfinished, worst?.sentence ?? "rclone ended before it was done.")
    }
  }
}
