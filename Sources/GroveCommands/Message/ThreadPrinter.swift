import Foundation
import Messenger

/// Prints a thread for a person, each item once.
struct ThreadPrinter: Sendable {
  let person: PersonOptions
  let names: PeopleNames

  /// - Parameter position: of the last item printed before.
  /// - Returns: that of the last item now.
  func print(_ items: [ThreadItem], after position: Int64?) async throws -> Int64? {
    var last = position
    for item in items where item.position > (position ?? .min) {
      var row = ThreadText.row(item)
      let name = await names.name(of: item.sender)
      row["sender"] = name
      let line = line(of: row, by: name, at: item.sentAt)
      try person.print(row, line)
      last = item.position
    }
    return last
  }

  private func line(of row: [String: String], by name: String, at time: UInt64) -> String {
    let clock = Date(timeIntervalSince1970: Double(time) / 1000)
      .formatted(.dateTime.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits))
    let text = row["text"] ?? ""
    let body =
      switch row["kind"] {
      case "text":
        "\(name): \(text)" + (row["file"].flatMap { $0.isEmpty ? nil : "  [\($0)]" } ?? "")
      case "link": "\(name) shared “\(text)”\n        \(row["link"] ?? "")"
      case "plain-link":
        "\(name) sent a link (warning: \(row["warning"] ?? ""))  \(row["link"] ?? "")"
      case "notice": "— \(text)   Show: \(row["link"] ?? "")"
      default: "— \(name): \(row["event"] ?? row["kind"] ?? "") \(text)"
      }
    let delivery = row["delivery"].flatMap { $0.isEmpty ? nil : "   (\($0))" } ?? ""
    return "\(clock)  \(body)\(delivery)" + (row["mark"].map { "   [\($0)]" } ?? "")
  }
}
