import GroveSystem

extension TerminalSheet {
  /// Takes one typed line.
  mutating func take(_ line: String) -> Step {
    note = nil
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = words.first else { return .show }
    let rest = words.count > 1 ? String(words[1]) : ""
    if let number = Int(first), rest.isEmpty { return toggle(number) }
    if first.count == 1, let index = place(of: first.lowercased()), rest.isEmpty {
      return .choose(conversations[index].id)
    }
    return command(first.lowercased(), rest)
  }

  private mutating func command(_ word: String, _ rest: String) -> Step {
    switch word {
    case "collaborate": choose(.collaborate)
    case "copy": choose(.sendCopy)
    case "to", "add": return rest.isEmpty ? refuse("Whom? For example: to bob") : destination(rest)
    case "remove": remove(rest)
    case "text":
      sheet.text = rest
      note = .said(rest.isEmpty ? "No text." : "The text goes along.")
    case "send": return obstacle() ?? .send
    case "later", "stage": return obstacle(allowingNobody: true) ?? .stage
    case "cancel", "quit", "q": return .cancel
    case "help", "?": return .help
    case "show": return .show
    default: return refuse("That is not understood. Type help for what is.")
    }
    return .none
  }

  /// A conversation's name where there is exactly one, else a handle.
  private mutating func destination(_ text: String) -> Step {
    let name = text.lowercased()
    let named = conversations.filter { $0.title.lowercased() == name }
    if named.count == 1 { return .choose(named[0].id) }
    return .lookUp(handle: text.hasPrefix("@") ? String(text.dropFirst()) : text)
  }

  private func place(of letter: String) -> Int? {
    conversations.indices.first { Self.letter($0) == letter }
  }

  private mutating func refuse(_ sentence: String) -> Step {
    note = .refused(sentence)
    return .none
  }

  private mutating func choose(_ mode: ShareSheet.Mode) {
    guard sheet.choose(mode) else {
      note = .refused(
        mode == .sendCopy
          ? "The app offers no copy of this."
          : sheet.collaborationProblem ?? "This can only be sent as a copy.")
      return
    }
    note = .said(mode == .sendCopy ? "A copy will be sent." : "You will collaborate.")
  }

  private mutating func toggle(_ number: Int) -> Step {
    guard options.indices.contains(number - 1) else {
      return refuse("There is no option \(number).")
    }
    let option = options[number - 1]
    let isPicker =
      sheet.options?.groups.first { $0.options.contains(option) }?.kind == .picker
    switch sheet.setOption(option.identifier, selected: isPicker || !option.isSelected) {
    case nil:
      let now = options[number - 1].isSelected
      note = .said("\(option.title): \(now ? "on" : "off").")
    case .disabled(let missing):
      let needed = missing.map { "“\($0)”" }.joined(separator: " and ")
      note = .refused("“\(option.title)” needs \(needed) first.")
    case .pickerNeedsOne: note = .refused("Choose another one instead.")
    case .unknownOption: note = .refused("There is no option \(number).")
    }
    return .none
  }

  private mutating func remove(_ handle: String) {
    let wanted = handle.hasPrefix("@") ? String(handle.dropFirst()) : handle
    guard let place = people.firstIndex(where: { $0.handle == wanted }) else {
      note = .refused("Nobody with the handle \(wanted) was added.")
      return
    }
    let person = removePerson(at: place)
    note = .said("Removed \(person.name).")
  }

  private mutating func obstacle(allowingNobody: Bool = false) -> Step? {
    switch sheet.obstacles.first {
    case nil: nil
    case .noRecipients: allowingNobody ? nil : refuse("Choose whom to send it to first.")
    case .tooManyRecipients:
      refuse("At most \(ShareSheet.maximumParticipants) people, you included, can take part.")
    }
  }
}
