/// Why a set of options cannot be offered. The identifier names the option or group at fault.
public enum CollaborationOptionsProblem: Error, Hashable, Sendable {
  /// The app could not read the choice back.
  case emptyIdentifier
  /// Two options have this identifier, so a choice would be ambiguous.
  case duplicateIdentifier(String)
  /// There would be nothing to select.
  case emptyPicker(String)
  /// The option requires one that does not exist, so it could never be chosen.
  case unknownRequirement(String)
  /// The option requires itself, perhaps by way of others, so it could never be chosen.
  case circularRequirement(String)

  static func check(_ groups: [CollaborationOptionsGroup]) throws(CollaborationOptionsProblem) {
    var seen: Set<String> = []
    for group in groups where group.kind == .picker && group.options.isEmpty {
      throw .emptyPicker(group.identifier)
    }
    let options = groups.flatMap(\.options)
    for option in options {
      guard !option.identifier.isEmpty else { throw .emptyIdentifier }
      guard seen.insert(option.identifier).inserted else {
        throw .duplicateIdentifier(option.identifier)
      }
    }
    for option in options {
      guard option.requiredOptionsIdentifiers.allSatisfy(seen.contains) else {
        throw .unknownRequirement(option.identifier)
      }
    }
    try checkForCircles(options)
  }

  /// Takes away every option whose requirements are gone already; what is left requires itself.
  private static func checkForCircles(_ options: [CollaborationOption])
    throws(CollaborationOptionsProblem)
  {
    var rest = options
    var resolved: Set<String> = []
    while !rest.isEmpty {
      let free = rest.filter { $0.requiredOptionsIdentifiers.allSatisfy(resolved.contains) }
      if free.isEmpty { throw .circularRequirement(rest[0].identifier) }
      resolved.formUnion(free.map(\.identifier))
      rest.removeAll { resolved.contains($0.identifier) }
    }
  }
}
