import Foundation

@testable import GroveServing

/// A folder of pages for one test.
struct TemporaryPages {
  let path = FileManager.default.temporaryDirectory.path + "/grove-pages-\(UUID().uuidString)"

  init(_ files: [String: String]) throws {
    for (name, text) in files { try write(name, Data(text.utf8)) }
  }

  func write(_ name: String, _ data: Data) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func set(_ change: (inout PagePlan) -> Void = { _ in }) throws -> PageSet {
    var plan = PagePlan(
      folder: path, policy: PagePolicy(), opener: .itsOwn, configuration: Array("{}".utf8))
    change(&plan)
    return try PageSet(plan)
  }
}
