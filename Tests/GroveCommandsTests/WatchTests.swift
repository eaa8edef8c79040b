import Foundation
import GroveIdentity
import GroveServing
import Logging
import Synchronization
import Testing

@testable import GroveCommands

/// What an operator is told: by the doctor, in metrics, in the log.
struct WatchTests {
  @Test func `the doctor tells a disk that refuses, connections without room, and few open files`()
  {
    let well = """
      disk_healthy{server="relay"} 1.0
      connections_refused_total{server="relay"} 0
      process_max_fds 65536.0
      """
    #expect(MetricsCheck.findings(in: well).isEmpty)
    let ill = """
      disk_healthy{server="collaboration"} 1.0
      disk_healthy{server="relay"} 0.0
      connections_refused_total{server="collaboration"} 2
      connections_refused_total{server="relay"} 3
      process_max_fds 65536.0
      process_max_fds 1024.0
      """
    let findings = MetricsCheck.findings(in: ill)
    #expect(findings.map(\.name) == ["disk", "connections", "open files"])
    #expect(findings.map(\.state) == [.failed, .note, .note])
    #expect(findings[1].text.hasPrefix("5 found no room"))
    #expect(findings[2].text.hasPrefix("at most 1024"))
  }

  @Test func `the doctor tells what a year would spoil: no backup, no room, old keys`() throws {
    let day = 86_400.0
    #expect(MaintenanceCheck.backup(written: nil, now: 0).state == .note)
    #expect(MaintenanceCheck.backup(written: 0, now: day).state == .ok)
    #expect(MaintenanceCheck.backup(written: 0, now: 3 * day).text.contains("3 days"))
    #expect(MaintenanceCheck.backup(written: 0, now: 3 * day).state == .note)
    #expect(MaintenanceCheck.keys(written: 0, now: 399 * day) == nil)
    #expect(MaintenanceCheck.keys(written: 0, now: 401 * day)?.state == .note)
    #expect(MaintenanceCheck.room(nil) == nil)
    #expect(MaintenanceCheck.room(FileSystemSpace("/tmp"))?.text.contains("%") == true)
  }

  @Test func `the doctor says nothing of backups where nothing is stored yet`() throws {
    let folder = NSTemporaryDirectory() + "grove-doctor-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(MaintenanceCheck.findings(folder, now: 0).isEmpty)
    try Data().write(to: URL(fileURLWithPath: folder + "/relay.sqlite"))
    #expect(MaintenanceCheck.findings(folder, now: 0).map(\.name) == ["backup", "room"])
  }

  @Test func `each line of the JSON log is one object, whatever is in it`() throws {
    let lines = Mutex<[[UInt8]]>([])
    var logger = Logger(label: "grove") { _ in
      JSONLogHandler(
        write: { line in lines.withLock { $0.append(line) } }, now: { 1_769_860_800_042 })
    }
    logger[metadataKey: "request"] = "r1"
    logger.notice("A \"line\"\nof two", metadata: ["path": "/a b", "code": "1"])
    logger.info("Left out, as the level says")
    let told = lines.withLock(\.self)
    #expect(told.count == 1)
    let line = try #require(told.first)
    #expect(line.last == UInt8(ascii: "\n") && line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let object = try JSONDecoder().decode(JSONLogHandler.Line.self, from: Data(line))
    #expect(
      object
        == JSONLogHandler.Line(
          time: "2026-01-31T12:00:00.042Z", level: "notice", source: "GroveCommandsTests",
          message: "A \"line\"\nof two", metadata: ["request": "r1", "path": "/a b", "code": "1"]))
  }

  @Test func `a format of the log that does not exist is refused`() throws {
    #expect(throws: CommandFailure.self) { try ServerLog.logger(level: "notice", format: "xml") }
    #expect(try ServerLog.logger(level: "notice", format: "json").logLevel == .notice)
  }
}
