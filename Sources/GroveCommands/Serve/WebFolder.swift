import Foundation

/// Where the pages are, as `script/pages` builds them.
enum WebFolder {
  /// The folder that is set, else `.build/pages` beside the working directory, else the folder `pages`
  /// that stands next to this program or above it; nil where there is none.
  ///
  /// - Throws: `CommandFailure` where a folder is set that has no pages.
  static func find(_ configuration: Configuration) throws -> String? {
    if let folder = try configuration.value(of: .pages)?.text {
      guard hasPages(folder) else {
        throw CommandFailure(
          "The folder “\(folder)” has no pages that are built: script/pages FOLDER makes one.")
      }
      return folder
    }
    let here = FileManager.default.currentDirectoryPath + "/.build/pages"
    if hasPages(here) { return here }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    var folder = program.deletingLastPathComponent()
    while folder.path != "/" {
      let pages = folder.appendingPathComponent("pages").path
      if hasPages(pages) { return pages }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private static func hasPages(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/messenger/assets")
  }
}
