import Foundation

/// Lines on standard output, each written at once: a run takes minutes, and may be read from a file.
enum Output {
  static func line(_ text: String = "") {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
