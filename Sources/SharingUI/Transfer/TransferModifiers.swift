/// Who may read a representation; see `NSItemProviderRepresentationVisibility`. Here only
/// `ownProcess` keeps it out of what is shared.
public enum TransferRepresentationVisibility: Hashable, Sendable {
  case all
  case team
  case group
  case ownProcess
}

/// A representation with something said about it.
public struct ModifiedTransferRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  /// None: this representation is not made of others.
  public var body: Never { return Never.unreachable }
}

extension TransferRepresentation {
  /// Keeps a representation from those who may not see it.
  public func visibility(_ visibility: TransferRepresentationVisibility)
    -> some TransferRepresentation<Item>
  {
    modified { entry in
      entry.visibility =
        switch visibility {
        case .all: .all
        case .team: .team
        case .group: .group
        case .ownProcess: .ownProcess
        }
    }
  }

  /// Offers a representation only of items for which the condition holds.
  public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool)
    -> some TransferRepresentation<Item>
  {
    modified { entry in
      let before = entry.condition
      entry.condition = { before?($0) ?? true && condition($0.value) }
    }
  }

  /// What the file is called where the content becomes one.
  public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
    modified { $0.suggestedName = { _ in fileName } }
  }

  /// The same, asked of each item; nil for no name of its own.
  public func suggestedFileName(_ fileName: @escaping @Sendable (Item) -> String?)
    -> some TransferRepresentation<Item>
  {
    modified { $0.suggestedName = { fileName($0.value) } }
  }

  private func modified(_ change: (inout TransferEntry<Item>) -> Void)
    -> ModifiedTransferRepresentation<Item>
  {
    var entries = TransferEntry<Item>.list(self)
    for index in entries.indices { change(&entries[index]) }
    return ModifiedTransferRepresentation(entries: entries)
  }
}
