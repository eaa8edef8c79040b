import Testing

@testable import GroveCommands

struct RcloneTests {
  @Test(arguments: [
    ("rclone v1.60.1-DEV\n- os/version: debian", true), ("rclone v1.58.0", true),
    ("rclone v1.57.0", false), ("rclone v2.0", true), ("rclone v1", false), ("", false),
    ("rclone beta", false),
  ])
  func `an rclone that keeps no two folders alike is too old`(text: String, isNewEnough: Bool) {
    #expect(Rclone.isNewEnough(text) == isNewEnough)
  }

  @Test(arguments: [
    (
      "Propfind \"http://127.0.0.1:1/drive/\": dial tcp 127.0.0.1:1: connect: connection refused",
      RcloneComplaint.Kind.unreachable
    ),
    ("couldn't list files: not found: 401 Unauthorized", .password),
    ("Failed to copy: conflict: 409 Conflict", .file),
    ("Failed to copy: 507 Insufficient Storage", .file),
    ("Failed to copy: 423 Locked", .later),
    ("Failed to copy: can't copy - source file is being updated (size changed)", .later),
    ("something new", .other),
  ])
  func `what rclone complains of is told by what a person can do`(
    message: String, kind: RcloneComplaint.Kind
  ) {
    let complaint = RcloneComplaint(path: "a/b", message: message)
    #expect(complaint.kind == kind)
    #expect(complaint.sentence.hasPrefix("a/b: ") == ![.unreachable, .password].contains(kind))
  }

  @Test func `of one run at most 100 complaints are read, each once`() {
    let line = { (name: String) in
      #"{"level":"error","msg":"Failed to copy: 409 Conflict","object":"\#(name)","time":"x"}"#
    }
    let info = #"{"level":"info","msg":"Copied (new)","object":"a","time":"x"}"#
    #expect(
      RcloneLog.complaints(in: [info, line("a"), "{", line("a")].joined(separator: "\n")).map(
        \.path) == ["a"])
    let many = (0..<200).map { line("\($0)") }.joined(separator: "\n")
    #expect(RcloneLog.complaints(in: many).count == RcloneLog.mostComplaints)
    #expect(
      RcloneLog.complaints(in: "2026/11/24 16:20:26 Failed to bisync: no reason").map(\.sentence)
        == [
          "Failed to bisync: no reason"
        ])
  }

  @Test func `a filter names one path, whatever letters are in it`() {
    #expect(RcloneSettings.pattern("a [1] {b}*?\\.txt") == "a \\[1\\] \\{b\\}\\*\\?\\\\.txt")
  }

  @Test func `files that are carried are told by name, 20 of each kind`() {
    let many = Dictionary(
      uniqueKeysWithValues: (0..<30).map { ("\($0)", FolderPlanTests.entry(1)) })
    let plan = FolderPlan(
      before: FolderPair(here: [:], there: [:]), now: FolderPair(here: many, there: [:]))
    let events = FolderEvent.carried(plan)
    #expect(events.count == 21 && events.last?.sentence == "To the drive: 10 more files")
  }
}
