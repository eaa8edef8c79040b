public import Foundation

/// The domain of an item provider's errors.
public let NSItemProviderErrorDomain = "NSItemProviderErrorDomain"

extension NSItemProvider {
  /// The same under the name that Swift has for it.
  public class var errorDomain: String { NSItemProviderErrorDomain }

  /// Why an item was not loaded.
  public enum ErrorCode: Int, Error, Hashable, Sendable, CustomNSError {
    /// No reason was given.
    case unknownError = -1
    /// No such representation, or its program could not give it.
    case itemUnavailableError = -1000
    /// What was loaded is of another class than the one asked for.
    case unexpectedValueClassError = -1100
    /// What there is cannot be turned into what was asked for.
    case unavailableCoercionError = -1200

    /// For the bridge to `NSError`.
    public static var errorDomain: String { NSItemProviderErrorDomain }
    /// The platform's number, for the bridge to `NSError`.
    public var errorCode: Int { rawValue }
  }
}
