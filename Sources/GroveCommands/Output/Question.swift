import Foundation

/// Asks the person at the terminal. Without one the answer is no: nothing is confirmed by nobody.
enum Question {
  static func ask(_ text: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      FileHandle.standardError.write(Data("grove: nobody is here to ask; see --yes\n".utf8))
      return false
    }
    FlushedOutput.print("\(text) [y/N]")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }
}
