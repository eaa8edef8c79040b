import Foundation

/// What rclone writes on standard error with `--use-json-log`: an object on each line, and some lines of plain words.
enum RcloneLog {
  private struct Line: Decodable {
    var level: String
    var msg: String
    var object: String?
  }

  private static let last = "Failed to "
  /// Of one run; the rest is said by the next one.
  static let mostComplaints = 100

  /// What went wrong, each once, in the order it was said.
  static func complaints(in text: String) -> [RcloneComplaint] {
    var found: [RcloneComplaint] = []
    let decoder = JSONDecoder()
    for line in text.split(separator: "\n") where found.count < mostComplaints {
      let complaint: RcloneComplaint
      if line.hasPrefix("{") {
        guard let said = try? decoder.decode(Line.self, from: Data(line.utf8)),
          ["error", "critical"].contains(said.level)
        else { continue }
        complaint = RcloneComplaint(path: said.object ?? "", message: said.msg)
      } else if let words = line.range(of: last) {
        complaint = RcloneComplaint(path: "", message: String(line[words.lowerBound...]))
      } else {
        continue
      }
      if !found.contains(complaint) { found.append(complaint) }
    }
    return found
  }
}
