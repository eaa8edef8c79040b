import Foundation
import GroveSystem
import SharedWithYouCore

/// A share in the hands of somebody who manages it by typing lines: what is shown and what a line means. Pure.
struct TerminalManage: Sendable {
  /// What a line asks for.
  enum Step: Hashable, Sendable {
    case none
    case show
    case choose(CollaborationShareOptions)
    case remove(GroveShareState.Person)
    case stop
    case done
  }

  enum Note: Hashable, Sendable {
    case said(String)
    case refused(String)
  }

  var share: GroveShareState
  var note: Note?
  /// The person has typed `stop` and not yet that they mean it.
  private var isStopping = false

  init(share: GroveShareState) { self.share = share }

  /// Every option in the order shown; an option's number is its place.
  var options: [CollaborationOption] { share.options?.groups.flatMap(\.options) ?? [] }

  /// What stopping is called.
  var stopWord: String { share.isOwn ? "stop" : "leave" }

  mutating func take(_ line: String) -> Step {
    note = nil
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map { $0.lowercased() }
    guard let first = words.first else { return .show }
    if isStopping {
      isStopping = false
      guard words == ["yes"] else { return say("Nothing was changed.") }
      return .stop
    }
    switch (first, words.count) {
    case ("done", 1), ("q", 1), ("quit", 1): return .done
    case (stopWord, 1):
      isStopping = true
      return say(
        share.isOwn
          ? "Nobody else has access then. Type yes to stop sharing."
          : "You have no access then. Type yes to leave.")
    case ("remove", 2): return remove(words[1])
    default: break
    }
    if words.count == 1, let number = Int(first) { return choose(number) }
    return refuse("That is not understood.")
  }

  private mutating func choose(_ number: Int) -> Step {
    guard var chosen = share.options, options.indices.contains(number - 1) else {
      return refuse("There is no option \(number).")
    }
    let option = options[number - 1]
    guard !option.isSelected else { return say("It is so already.") }
    guard chosen.set(option.identifier, selected: true) == nil else {
      return refuse("This cannot be chosen now.")
    }
    return .choose(chosen)
  }

  private mutating func remove(_ letter: String) -> Step {
    guard share.isOwn else { return refuse("Only the owner removes people.") }
    guard let index = share.people.indices.first(where: { Self.label($0) == letter }) else {
      return refuse("There is nobody at \(letter).")
    }
    let person = share.people[index]
    guard !person.isOwner else { return refuse("That is the owner.") }
    return .remove(person)
  }

  private mutating func say(_ sentence: String) -> Step {
    note = .said(sentence)
    return .none
  }

  private mutating func refuse(_ sentence: String) -> Step {
    note = .refused(sentence)
    return .none
  }

  /// `a` to `z`, then `a1`, `b1` and so on.
  static func label(_ index: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let round = index / letters.count
    return String(letters[index % letters.count]) + (round == 0 ? "" : String(round))
  }
}

extension TerminalManage {
  /// The share as lines that fit the terminal. What other people wrote is escaped here.
  func drawing(_ look: TerminalCapabilities) -> [String] {
    var lines = ["", "  " + look.bold(fit(share.title.isEmpty ? "Shared" : share.title, look))]
    if let link = share.link { lines.append("  " + look.dim(fit(link.absoluteString, look))) }
    lines += ["", "  " + look.dim("People")]
    for (index, person) in share.people.enumerated() {
      lines.append("    \(Self.label(index)) " + fit(words(person, look), look))
    }
    var number = 0
    for group in share.options?.groups ?? [] {
      lines += ["", "  " + look.dim(group.title)]
      for option in group.options {
        number += 1
        lines.append("    \(number) \(look.radio(option.isSelected)) " + fit(option.title, look))
      }
    }
    lines.append("")
    return lines + [noteLine(look) ?? "  " + look.dim(hint(look))]
  }

  private func fit(_ text: String, _ look: TerminalCapabilities) -> String {
    DisplayWidth.fit(
      TerminalText.line(text), columns: max(8, look.columns - 8), isUnicode: look.isUnicode)
  }

  private func words(_ person: GroveShareState.Person, _ look: TerminalCapabilities) -> String {
    let name = person.name ?? "Somebody who has not opened it yet"
    let role =
      person.isOwner ? "owner" : person.isReadOnly ? "can view" : "can make changes"
    return name + (person.isYou ? " (you)" : "") + look.separator + role
  }

  private func noteLine(_ look: TerminalCapabilities) -> String? {
    switch note {
    case nil: nil
    case .said(let text): "  " + look.good(TerminalText.line(text))
    case .refused(let text): "  " + look.bad(TerminalText.line(text))
    }
  }

  private func hint(_ look: TerminalCapabilities) -> String {
    let parts = [options.isEmpty ? nil : "number: choose", share.isOwn ? "remove LETTER" : nil]
    return (parts.compactMap(\.self) + [stopWord, "done"]).joined(separator: look.separator)
  }
}
