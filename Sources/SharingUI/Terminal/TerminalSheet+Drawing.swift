import GroveSystem

extension TerminalSheet {
  /// The sheet as lines that fit the terminal. What other people wrote is escaped here.
  func drawing(_ look: TerminalCapabilities) -> [String] {
    var lines = header(look)
    lines += modes(look)
    lines += optionLines(look)
    lines += destinations(look)
    if !sheet.text.isEmpty {
      lines += ["", "  " + look.dim("Text") + "  " + fit(sheet.text, look, less: 8)]
    }
    lines.append("")
    return lines + (noteLines(look) ?? hint(look))
  }

  private func fit(_ text: String, _ look: TerminalCapabilities, less: Int) -> String {
    DisplayWidth.fit(
      TerminalText.line(text), columns: max(8, look.columns - less), isUnicode: look.isUnicode)
  }

  private func header(_ look: TerminalCapabilities) -> [String] {
    let rule = String(repeating: look.rule, count: min(look.columns - 4, 60))
    var lines = [
      "", "  " + look.bold(fit(sheet.header.title, look, less: 4)), "  " + look.dim(rule),
    ]
    if let line = sheet.metadata?.shownFirstLines?.split(separator: "\n").first {
      lines.append("  " + look.dim(fit(String(line), look, less: 4)))
    }
    var from = "from " + sheet.header.appName
    if let handle = sheet.header.initiatorHandle { from += " as " + handle }
    if let name = sheet.header.initiatorName, !name.isEmpty { from += " (\(name))" }
    lines.append("  " + look.dim(fit(from, look, less: 4)))
    lines.append("  " + fit(sheet.summary, look, less: 4))
    let problems = [sheet.collaborationProblem, sheet.pictureProblem].compactMap(\.self)
    return lines + problems.flatMap { wrapped($0, look, look.dim) }
  }

  private func modes(_ look: TerminalCapabilities) -> [String] {
    guard sheet.modes.count > 1 else { return [] }
    func one(_ mode: ShareSheet.Mode, _ title: String, _ word: String) -> String {
      let isOn = sheet.mode == mode
      let shown = isOn ? look.bold(title) : title
      let room = String(repeating: " ", count: max(1, 14 - title.count))
      return "      " + look.radio(isOn) + " " + shown
        + (look.columns < 40 ? "" : room + look.dim(word))
    }
    return [
      "", one(.collaborate, "Collaborate", "collaborate"), one(.sendCopy, "Send a copy", "copy"),
    ]
  }

  private func optionLines(_ look: TerminalCapabilities) -> [String] {
    guard let options = sheet.options else { return [] }
    var lines: [String] = []
    var number = 0
    for group in options.groups {
      lines.append("")
      if !group.title.isEmpty { lines.append("  " + look.dim(fit(group.title, look, less: 4))) }
      for option in group.options {
        number += 1
        lines += optionLine(number, option, group.kind, options, look)
      }
      if !group.footer.isEmpty {
        lines.append("      " + look.dim(fit(group.footer, look, less: 8)))
      }
    }
    return lines
  }

  private func optionLine(
    _ number: Int, _ option: CollaborationOption, _ kind: CollaborationOptionsGroup.Kind,
    _ options: CollaborationShareOptions, _ look: TerminalCapabilities
  ) -> [String] {
    let sign = kind == .picker ? look.radio(option.isSelected) : look.check(option.isSelected)
    let label = String(repeating: " ", count: max(0, 3 - String(number).count)) + String(number)
    let title = fit(option.title, look, less: 12)
    guard case .disabled(let missing) = options.state(of: option.identifier) else {
      let subtitle =
        option.subtitle.isEmpty ? [] : ["        " + look.dim(fit(option.subtitle, look, less: 10))]
      return ["  \(label) \(sign) \(title)"] + subtitle
    }
    let needs = "needs " + missing.map(look.quoted).joined(separator: ", ")
    return [
      "  " + look.dim("\(label) ") + sign + " " + look.dim(title),
      "        " + look.dim(fit(needs, look, less: 10)),
    ]
  }

  private func destinations(_ look: TerminalCapabilities) -> [String] {
    var lines = ["", "  " + look.dim("To")]
    for (index, summary) in conversations.enumerated() {
      let isOn = sheet.conversation == summary.id
      let title = fit(summary.title, look, less: 12)
      var members = summary.memberNames.joined(separator: ", ")
      members = members == summary.title ? "" : look.separator + members
      let room = look.columns - 10 - DisplayWidth.of(title)
      lines.append(
        "    \(Self.letter(index)) \(look.radio(isOn)) " + (isOn ? look.bold(title) : title)
          + look.dim(
            room < 8
              ? ""
              : DisplayWidth.fit(
                TerminalText.line(members), columns: room, isUnicode: look.isUnicode)))
    }
    for person in people {
      lines.append(
        "    + " + look.radio(true) + " " + fit("\(person.name) (\(person.handle))", look, less: 10)
      )
    }
    if conversations.isEmpty, people.isEmpty {
      lines.append("    " + look.dim("nobody yet; for example: to bob"))
    }
    return lines
  }

  /// Whole, on as many lines as it takes: it may be the only place that says what went wrong.
  private func noteLines(_ look: TerminalCapabilities) -> [String]? {
    switch note {
    case nil: nil
    case .said(let text): wrapped(text, look, look.good)
    case .refused(let text): wrapped(text, look, look.bad)
    }
  }

  private func wrapped(
    _ text: String, _ look: TerminalCapabilities, _ styled: (String) -> String
  ) -> [String] {
    DisplayWidth.wrap(TerminalText.line(text), columns: look.columns - 4).map { "  " + styled($0) }
  }

  private func hint(_ look: TerminalCapabilities) -> [String] {
    let parts = [
      options.isEmpty ? nil : "number: option", conversations.isEmpty ? nil : "letter: to",
      "to HANDLE",
      look.isUnicode ? "text …" : "text ...", "send", "later", "cancel",
    ]
    var lines: [String] = []
    for part in parts.compactMap({ $0 }) {
      let longer = (lines.last.map { $0 + look.separator } ?? "") + part
      if let last = lines.last, DisplayWidth.of(last) > 0,
        DisplayWidth.of(longer) <= look.columns - 4
      {
        lines[lines.count - 1] = longer
      } else {
        lines.append(part)
      }
    }
    return lines.map { "  " + look.dim($0) }
  }

  /// What can be typed.
  static func help(_ look: TerminalCapabilities) -> [String] {
    [
      "", "  1, 2, …         turn an option on or off, or choose it",
      "  a, b, …         send it into that conversation",
      "  to HANDLE       send it to a person; remove HANDLE takes them out again",
      "  collaborate     work on it together;  copy  sends a file instead",
      "  text WORDS      say something along with it; text alone takes it back",
      "  send            send it now",
      "  later           leave it in the compose field",
      "  cancel          forget it",
    ].map { look.isUnicode ? $0 : $0.replacing("…", with: "...") }
  }
}
