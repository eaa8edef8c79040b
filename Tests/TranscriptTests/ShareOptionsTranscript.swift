import GroveSystem

/// What a person may choose before sharing, and what follows from a choice.
struct ShareOptionsTranscript: TranscriptRule {
  static let name = "share-options"
  private var options: CollaborationShareOptions?

  init(start: JSONValue) throws {}

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    var answer: [(String, JSONValue)] = []
    switch try event["is"].text() {
    case "offered":
      do {
        options = try CollaborationShareOptions(
          groups: try event["groups"].list.map(Self.group), summary: try event["summary"].text())
      } catch let problem as CollaborationOptionsProblem {
        options = nil
        answer.append(("problem", Self.json(problem)))
      }
    default:
      let refusal = options?.set(try event["identifier"].text(), selected: event["selected"].flag)
      if let refusal { answer.append(("refusal", Self.json(refusal))) }
    }
    if let options {
      answer.append(("selected", .list(options.selectedIdentifiers) { .text($0) }))
      let closed = options.groups.flatMap(\.options).compactMap { option -> JSONValue? in
        guard case .disabled(let titles) = options.state(of: option.identifier) else { return nil }
        return ["identifier": .text(option.identifier), "requires": .list(titles) { .text($0) }]
      }
      answer.append(("disabled", .list(closed)))
    }
    return TranscriptStep(event: event, answer: JSONValue(answer), sentence: options?.summary)
  }

  private static func group(_ json: JSONValue) throws -> CollaborationOptionsGroup {
    CollaborationOptionsGroup(
      identifier: try json["identifier"].text(),
      kind: try json["kind"].text() == "picker" ? .picker : .switches,
      options: try json["options"].list.map { option in
        CollaborationOption(
          identifier: try option["identifier"].text(), title: try option["title"].text(),
          isSelected: option["isSelected"].flag,
          requiredOptionsIdentifiers: try option["requires"].list.map { try $0.text() })
      })
  }

  private static func json(_ problem: CollaborationOptionsProblem) -> JSONValue {
    switch problem {
    case .emptyIdentifier: ["code": "empty_identifier"]
    case .duplicateIdentifier(let name):
      ["code": "duplicate_identifier", "identifier": .text(name)]
    case .emptyPicker(let name): ["code": "empty_picker", "identifier": .text(name)]
    case .unknownRequirement(let name): ["code": "unknown_requirement", "identifier": .text(name)]
    case .circularRequirement(let name):
      ["code": "circular_requirement", "identifier": .text(name)]
    }
  }

  private static func json(_ refusal: CollaborationOptionsRefusal) -> JSONValue {
    switch refusal {
    case .unknownOption: ["code": "unknown_option"]
    case .disabled(let titles): ["code": "disabled", "requires": .list(titles) { .text($0) }]
    case .pickerNeedsOne: ["code": "picker_needs_one"]
    }
  }
}

extension ShareOptionsTranscript {
  private static let names = ["edit", "view", "comment", "mention", "export"]

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    (.object([]), try Self(start: .object([])))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    guard options != nil, script.chance(92) else { return Self.offer(&script) }
    return [
      "is": "set", "identifier": .text(script.chance(96) ? script.one(Self.names) : "nothing"),
      "selected": .bool(script.chance(60)),
    ]
  }

  private static func offer(_ script: inout RandomScript) -> JSONValue {
    func option(_ name: String, _ script: inout RandomScript) -> JSONValue {
      var requires: [String] = []
      if script.chance(45) { requires.append(script.one(names)) }
      if script.chance(10) { requires.append(script.one(names)) }
      if script.chance(2) { requires.append("nothing") }
      return [
        "identifier": .text(script.chance(1) ? "" : script.chance(2) ? "edit" : name),
        "title": .text("Can " + name), "isSelected": .bool(script.chance(50)),
        "requires": .list(requires) { .text($0) },
      ]
    }
    let picker = script.chance(3) ? [] : names.prefix(2).map { option($0, &script) }
    return [
      "is": "offered", "summary": "Everyone can edit",
      "groups": [
        [
          "identifier": "access", "kind": .text(script.chance(80) ? "picker" : "switches"),
          "options": .list(picker),
        ],
        [
          "identifier": "more", "kind": "switches",
          "options": .list(names.dropFirst(2).map { option($0, &script) }),
        ],
      ],
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let kind = (try? step.event["is"].text()) ?? ""
    let code =
      (try? step.answer["problem"]["code"].text()) ?? (try? step.answer["refusal"]["code"].text())
      ?? "taken"
    let was = before.options?.selectedIdentifiers ?? []
    let now = options?.selectedIdentifiers ?? []
    return [
      kind, code, step.event["selected"].flag ? "on" : "",
      "\(min(Set(now).subtracting(was).count, 2)) more",
      "\(min(Set(was).subtracting(now).count, 2)) less",
      step.answer["disabled"].isNull ? "" : "closed",
      options?.summary == options?.defaultSummary ? "as offered" : "own choice",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
