import Foundation

/// One way in which a provider can give its content.
struct ItemRepresentation: Sendable {
  typealias DataCompletion = @Sendable (Data?, (any Error)?) -> Void
  /// Where the file is, whether it may be used in place, or why there is none.
  typealias FileCompletion = @Sendable (URL?, Bool, (any Error)?) -> Void

  enum Loading: Sendable {
    case data(@Sendable (@escaping DataCompletion) -> Progress?)
    case file(NSItemProviderFileOptions, @Sendable (@escaping FileCompletion) -> Progress?)
  }

  let typeIdentifier: String
  let visibility: NSItemProviderRepresentationVisibility
  let loading: Loading

  var isFile: Bool {
    if case .file = loading { return true }
    return false
  }

  /// A type asked for by a program that never declared it still matches itself.
  func conforms(to wanted: String) -> Bool {
    UTType(table: typeIdentifier).conforms(to: UTType(table: wanted))
  }
}

/// Calls a completion once, whoever calls it how often.
final class OnceCompletion<Value: Sendable>: Sendable {
  private let completion: SingleUseValue<@Sendable (Value?, (any Error)?) -> Void>

  init(_ completion: @escaping @Sendable (Value?, (any Error)?) -> Void) {
    self.completion = SingleUseValue(completion)
  }

  /// Without a value there is always an error.
  func callAsFunction(_ value: Value?, _ error: (any Error)?) {
    let reason = error ?? NSItemProvider.ErrorCode.itemUnavailableError
    completion.take()?(value, value == nil ? reason : nil)
  }
}
