public import Foundation

/// What is asked about content that is being shared.
public struct UIActivityItemsConfigurationMetadataKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let title = Self("title")
  public static let messageBody = Self("messageBody")
  public static let shareRecipients = Self("shareRecipients")
  /// An `LPLinkMetadata`.
  public static let linkPresentationMetadata = Self("linkPresentationMetadata")
  /// An array of `UIActivityViewController.CollaborationModeRestriction`.
  public static let collaborationModeRestrictions = Self("collaborationModeRestrictions")
}

/// What can be done with the content.
public struct UIActivityItemsConfigurationInteraction: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let share = Self(rawValue: "share")
  public static let copy = Self(rawValue: "copy")
}

/// What a picture of an item is for.
public struct UIActivityItemsConfigurationPreviewIntent: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fullSize = Self(rawValue: "fullSize")
  public static let thumbnail = Self(rawValue: "thumbnail")
}

/// Content to share, with what to show above it.
@MainActor
public protocol UIActivityItemsConfigurationReading: NSObjectProtocol {
  var itemProvidersForActivityItemsConfiguration: [NSItemProvider] { get }
  func activityItemsConfigurationSupports(interaction: UIActivityItemsConfigurationInteraction)
    -> Bool
  func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey) -> Any?
  func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any?
  func activityItemsConfigurationPreviewForItem(
    at index: Int, intent: UIActivityItemsConfigurationPreviewIntent, suggestedSize: CGSize
  ) -> NSItemProvider?
}

extension UIActivityItemsConfigurationReading {
  public func activityItemsConfigurationPreviewForItem(
    at index: Int, intent: UIActivityItemsConfigurationPreviewIntent, suggestedSize: CGSize
  ) -> NSItemProvider? { nil }

  public func activityItemsConfigurationSupports(
    interaction: UIActivityItemsConfigurationInteraction
  ) -> Bool { interaction == .share }

  public func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey)
    -> Any?
  { nil }

  public func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any? { nil }
}

/// Content to share as item providers.
@MainActor
open class UIActivityItemsConfiguration: NSObject, UIActivityItemsConfigurationReading {
  public let itemProvidersForActivityItemsConfiguration: [NSItemProvider]
  /// The app's own object, for activities in the same program.
  open var localObject: Any?
  open var supportedInteractions: [UIActivityItemsConfigurationInteraction] = [.share]
  /// About the content as a whole.
  open var metadataProvider: ((UIActivityItemsConfigurationMetadataKey) -> Any?)?
  /// About one item.
  open var perItemMetadataProvider: ((Int, UIActivityItemsConfigurationMetadataKey) -> Any?)?
  /// A picture of one item, for what it is meant and about how large.
  open var previewProvider:
    ((Int, UIActivityItemsConfigurationPreviewIntent, CGSize) -> NSItemProvider?)?
  open var applicationActivitiesProvider: (() -> [UIActivity])?

  public init(itemProviders: [NSItemProvider]) {
    itemProvidersForActivityItemsConfiguration = itemProviders
  }

  public convenience init(objects: [any NSItemProviderWriting]) {
    self.init(itemProviders: objects.map(NSItemProvider.init(object:)))
  }

  open func activityItemsConfigurationSupports(
    interaction: UIActivityItemsConfigurationInteraction
  ) -> Bool { supportedInteractions.contains(interaction) }

  open func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey)
    -> Any?
  { metadataProvider?(key) }

  open func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any? { perItemMetadataProvider?(index, key) }

  open func activityItemsConfigurationPreviewForItem(
    at index: Int, intent: UIActivityItemsConfigurationPreviewIntent, suggestedSize: CGSize
  ) -> NSItemProvider? { previewProvider?(index, intent, suggestedSize) }
}

extension ShareRequest {
  @MainActor
  init(_ configuration: any UIActivityItemsConfigurationReading) {
    providers = configuration.itemProvidersForActivityItemsConfiguration
    func value(_ key: UIActivityItemsConfigurationMetadataKey) -> Any? {
      configuration.activityItemsConfigurationMetadata(key: key)
        ?? (providers.isEmpty
          ? nil : configuration.activityItemsConfigurationMetadataForItem(at: 0, key: key))
    }
    if let link = value(.linkPresentationMetadata) as? LPLinkMetadata { take(link) }
    if let title = value(.title) as? String { self.title = title }
    text = value(.messageBody) as? String ?? ""
    restrictions =
      (value(.collaborationModeRestrictions)
      as? [UIActivityViewController.CollaborationModeRestriction])?.map(\.restriction) ?? []
    if image == nil, !providers.isEmpty {
      image = configuration.activityItemsConfigurationPreviewForItem(
        at: 0, intent: .thumbnail, suggestedSize: CGSize(width: 256, height: 256))
    }
  }
}
