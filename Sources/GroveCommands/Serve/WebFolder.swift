import Foundation

/// Where the pages are.
enum WebFolder {
  /// The folder that is set, else `Web` beside the working directory, else the one that stands next to
  /// this program or above it; nil where there is none.
  ///
  /// - Throws: `CommandFailure` where a folder is set that has no pages.
  static func find(_ configuration: Configuration) throws -> String? {
    if let folder = try configuration.value(of: .pages)?.text {
      guard hasPages(folder) else {
        throw CommandFailure(
          "The folder “\(folder)” has no pages: there is no folder “grove” in it.")
      }
      return folder
    }
    let here = FileManager.default.currentDirectoryPath + "/Web"
    if hasPages(here) { return here }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    var folder = program.deletingLastPathComponent()
    while folder.path != "/" {
      let web = folder.appendingPathComponent("Web").path
      if hasPages(web) { return web }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private static func hasPages(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/grove")
  }
}
