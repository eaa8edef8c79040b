import Foundation
import KeptFolders
import Testing

@testable import GroveCommands

struct FolderAsidesTests {
  /// A folder with files, some of which have made way, and what became of them.
  private static func settled(
    here: [String: String], aside: [String: String], isCut: Bool = false
  ) throws -> [String: String] {
    let device = FileManager.default.temporaryDirectory.path + "/grove-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: device) }
    let place = try FolderPlace(folder: device + "/folder", for: .sync, device: device)
    let asides = FolderAsides(place: place, machine: "kitchen", day: "2026-11-24")
    for (path, text) in aside { try write(text, place.folder + "/" + path) }
    try asides.add(Array(aside.keys))
    for (path, text) in here { try write(text, place.folder + "/" + path) }
    _ = try asides.settle(isCut: isCut)
    #expect(!FileManager.default.fileExists(atPath: place.asides))
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: place.folder) {
      if let data = FileManager.default.contents(atPath: place.folder + "/" + path) {
        found[path] = String(decoding: data, as: UTF8.self)
      }
    }
    return found
  }

  private static func write(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func `a file that was changed on both sides is kept beside the drive's`() throws {
    #expect(
      try Self.settled(here: ["in/a.txt": "theirs"], aside: ["in/a.txt": "mine"]) == [
        "in/a.txt": "theirs", "in/a (conflict, kitchen, 2026-11-24).txt": "mine",
      ])
    #expect(
      try Self.settled(
        here: ["a": "theirs", "a (conflict, kitchen, 2026-11-24)": "before"], aside: ["a": "mine"])
        == [
          "a": "theirs", "a (conflict, kitchen, 2026-11-24)": "before",
          "a (conflict, kitchen, 2026-11-24, 2)": "mine",
        ])
  }

  @Test func `a file of which the drive has every byte is not kept twice`() throws {
    #expect(try Self.settled(here: ["a": "same"], aside: ["a": "same"]) == ["a": "same"])
    #expect(try Self.settled(here: ["a": "whole"], aside: ["a": "who"]) == ["a": "whole"])
  }

  @Test func `a file that comes back to its place was never away`() throws {
    #expect(try Self.settled(here: [:], aside: ["in/a": "mine"]) == ["in/a": "mine"])
    // What had come of the drive's was cut off.
    #expect(
      try Self.settled(here: ["a": "the"], aside: ["a": "the end"], isCut: true) == ["a": "the end"]
    )
  }

  @Test func `a conflict's name fits a file system, and has the file's ending`() {
    let long = String(repeating: "ö", count: 125) + ".txt"
    let name = ConflictName.path(
      for: "in/" + long, machine: "kitchen", day: "2026-11-24", number: 12)
    #expect(name.utf8.count <= 255 + 3 && name.hasPrefix("in/öö") && name.hasSuffix(", 12).txt"))
    #expect(
      ConflictName.path(for: ".hidden", machine: "m", day: "d", number: 1)
        == ".hidden (conflict, m, d)")
  }
}
