import Foundation

/// Standard output that reaches a pipe line by line; that of whoever typed the command, where it is
/// carried out in another process.
enum FlushedOutput {
  static func flush() { fflush(nil) }

  static func print(_ text: String) {
    if let scope = CommandScope.current { return scope.print(text, isError: false) }
    Swift.print(text)
    flush()
  }

  /// A line on standard error.
  static func printError(_ text: String) {
    if let scope = CommandScope.current { return scope.print(text, isError: true) }
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
