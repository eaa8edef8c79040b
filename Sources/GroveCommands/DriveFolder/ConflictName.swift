/// What the file is called that was here, where the drive has another one of its name.
enum ConflictName {
  private static let longest = 255

  /// - Parameters:
  ///   - path: the file's.
  ///   - machine: what this one is called.
  ///   - day: ISO 8601.
  ///   - number: from 1, higher where there is such a file already.
  /// - Returns: `plan (conflict, kitchen, 2026-11-24).txt`.
  static func path(for path: String, machine: String, day: String, number: Int) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last ?? ""
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    let ending = name[dot...]
    let words = " (conflict, \(machine.prefix(32)), \(day)\(number > 1 ? ", \(number)" : ""))"
    var stem = name[..<dot]
    while !stem.isEmpty, (stem + words + ending).utf8.count > longest { stem = stem.dropLast() }
    return (parts.dropLast() + [stem + words + ending]).joined(separator: "/")
  }
}
