import Foundation
import Testing

@testable import GroveServing

struct DiskSpaceTests {
  private let folder =
    FileManager.default.temporaryDirectory.path + "/grove-room-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test func `a place with room passes, and nothing is left in it`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try DiskSpace.probe(beside: folder + "/data.sqlite")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `more than there is room for is refused as full, before anything of it is written`() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let fault = #expect(throws: DiskFault.self) {
      try DiskSpace.probe(beside: folder + "/data.sqlite", bytes: 1 << 50)
    }
    #expect(fault?.kind == .full)
    #expect(fault?.path == folder + "/data.sqlite")
  }

  @Test func `a place that is gone refuses, and a watch that asked it stays unhealthy`() async {
    try? FileManager.default.removeItem(atPath: folder)
    let watch = DiskWatch(logger: RecordingLog().logger)
    watch.addRoom(beside: folder + "/data.sqlite")
    watch.note(DiskFault(kind: .inputOutput, path: folder))
    await watch.probe()
    #expect(!watch.isHealthy)
  }
}
