public import Foundation

/// The program. Nothing here starts it or runs its loop: it has its own `main`.
open class UIApplication: NSObject {
  /// Why a program was started.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The platform's text.
    public let rawValue: String
    /// From the platform's text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The link the program was started with: a `URL`.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
  }

  /// What is known about a link that is opened.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The platform's text.
    public let rawValue: String
    /// From the platform's text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Which program opened the link: a `String`.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    /// Whether a file is to be used where it is: a `Bool`.
    public static let openInPlace = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
  }

  /// The one of this process.
  @MainActor public static let shared = UIApplication()
  /// Set by the program's `main`, which calls it; not kept alive.
  @MainActor public weak var delegate: (any UIApplicationDelegate)?

  /// For programs and tests that want one of their own beside `shared`.
  public override init() {}
}

/// Hears of the program's start and of links that are opened. A program here has its own `main`, which
/// calls these at the right moments.
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The program has started: the moment to set the coordinator's action handler.
  /// - Returns: whether the link it was started with, if any, can be opened.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// A link of the app was opened, for example in a conversation.
  /// - Returns: whether it was one that the app knows.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
}

extension UIApplicationDelegate {
  /// True, for delegates that leave it out.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// False, for delegates that open no links.
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { false }
}
