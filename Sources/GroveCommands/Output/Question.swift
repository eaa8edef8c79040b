import Foundation

/// Asks the person at the terminal. Without one the answer is no: nothing is confirmed by nobody.
enum Question {
  static func ask(_ text: String) async -> Bool {
    if let scope = CommandScope.current { return await scope.confirms(text) }
    guard isatty(STDIN_FILENO) == 1 else {
      FlushedOutput.printError("grove: nobody is here to ask; see --yes")
      return false
    }
    FlushedOutput.print("\(text) [y/N]")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }
}
