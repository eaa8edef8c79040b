/// The mutually exclusive values of one setting: as long as it has options, exactly one of them is
/// selected, whether it was chosen here or with `options[i].isSelected = true`.
// The selection is a constant that locks for itself; everything else is the superclass's.
public class SWCollaborationOptionsPickerGroup: SWCollaborationOptionsGroup, @unchecked Sendable {
  private let selection = PickerSelection()

  /// A picker whose chosen option is the first one marked as selected, else the first. An option
  /// that is in another picker already, or twice in this list, is copied.
  public required init(identifier: String, options: [SWCollaborationOption]) {
    super.init(identifier: identifier, options: options)
  }

  /// Which option is chosen: at first the one that was made selected, else the first. Setting an
  /// identifier that no option has changes nothing. Empty where there are no options.
  public var selectedOptionIdentifier: String {
    get { options.first { selection.isChosen($0) }?.identifier ?? "" }
    set {
      guard let option = options.first(where: { $0.identifier == newValue }) else { return }
      selection.choose(option)
    }
  }

  /// What has been chosen stays so in options that outlive their picker.
  deinit { for option in options { option.leave(selection) } }

  /// An option is in one picker, and there once: where it already has a place, a copy stands in. One
  /// object in two pickers would be the chosen one of both or of neither.
  override func own(_ options: [SWCollaborationOption]) -> [SWCollaborationOption] {
    var seen: Set<ObjectIdentifier> = []
    return options.map { option in
      let isFree = option.isFree(for: selection) && seen.insert(ObjectIdentifier(option)).inserted
      return isFree ? option : option.duplicate
    }
  }

  override func optionsChanged(
    from old: [SWCollaborationOption], to new: [SWCollaborationOption]
  ) {
    let kept = new.first { selection.isChosen($0) }
    let chosen = kept ?? new.first(where: \.isSelected) ?? new.first
    for option in old where !new.contains(where: { $0 === option }) { option.leave(selection) }
    selection.choose(chosen)
    for option in new { option.join(selection) }
  }
}
