public import Foundation

/// What a configuration is asked about content that is being shared: first about the whole, then
/// about its first item.
public struct UIActivityItemsConfigurationMetadataKey: RawRepresentable, Hashable, Sendable {
  /// A name of this framework; the platform's own texts are not published.
  public let rawValue: String
  /// A key of the app's own; the share sheet never asks for it.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The same without a label, as the platform has it.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The sheet's title for content that has none of its own: a `String`.
  public static let title = Self("title")
  /// What stands in the sheet's text field: a `String`.
  public static let messageBody = Self("messageBody")
  /// Never asked for: the person chooses whom to share with.
  public static let shareRecipients = Self("shareRecipients")
  /// The sheet's title and picture: an `LPLinkMetadata`.
  public static let linkPresentationMetadata = Self("linkPresentationMetadata")
  /// Modes the app does not want: an array of
  /// `UIActivityViewController.CollaborationModeRestriction`.
  public static let collaborationModeRestrictions = Self("collaborationModeRestrictions")
}

/// What can be done with the content. The share sheet does not ask for it.
public struct UIActivityItemsConfigurationInteraction: RawRepresentable, Hashable, Sendable {
  /// A name of this framework, or the app's own.
  public let rawValue: String
  /// An interaction of the app's own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// To share it: what everything supports by itself.
  public static let share = Self(rawValue: "share")
  /// To copy it.
  public static let copy = Self(rawValue: "copy")
}

/// What a picture of an item is for.
public struct UIActivityItemsConfigurationPreviewIntent: RawRepresentable, Hashable, Sendable {
  /// A name of this framework, or the app's own.
  public let rawValue: String
  /// An intent of the app's own; the share sheet never has it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// To be looked at; the share sheet does not ask for it.
  public static let fullSize = Self(rawValue: "fullSize")
  /// To be recognised: what the share sheet asks for.
  public static let thumbnail = Self(rawValue: "thumbnail")
}

/// Content to share, with what to show above it.
@MainActor
public protocol UIActivityItemsConfigurationReading: NSObjectProtocol {
  /// What is shared, in this order.
  var itemProvidersForActivityItemsConfiguration: [NSItemProvider] { get }
  /// Whether this can be done with the content.
  func activityItemsConfigurationSupports(interaction: UIActivityItemsConfigurationInteraction)
    -> Bool
  /// About the content as a whole; nil where there is nothing to say.
  func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey) -> Any?
  /// About one item; the share sheet asks for the first one where the whole has nothing to say.
  func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any?
  /// A picture of one item, where the link metadata has none; nil for none.
  /// - Parameter suggestedSize: in points; 256 by 256 from the share sheet.
  func activityItemsConfigurationPreviewForItem(
    at index: Int, intent: UIActivityItemsConfigurationPreviewIntent, suggestedSize: CGSize
  ) -> NSItemProvider?
}

extension UIActivityItemsConfigurationReading {
  /// No picture, for configurations that leave it out.
  public func activityItemsConfigurationPreviewForItem(
    at index: Int, intent: UIActivityItemsConfigurationPreviewIntent, suggestedSize: CGSize
  ) -> NSItemProvider? { nil }

  /// Sharing alone, for configurations that leave it out.
  public func activityItemsConfigurationSupports(
    interaction: UIActivityItemsConfigurationInteraction
  ) -> Bool { interaction == .share }

  /// Nothing, for configurations that leave it out.
  public func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey)
    -> Any?
  { nil }

  /// Nothing, for configurations that leave it out.
  public func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any? { nil }
}

/// Content to share as item providers.
@MainActor
open class UIActivityItemsConfiguration: NSObject, UIActivityItemsConfigurationReading {
  /// What is shared, in this order.
  public let itemProvidersForActivityItemsConfiguration: [NSItemProvider]
  /// The app's own object, for activities in the same program.
  open var localObject: Any?
  /// What can be done with the content; sharing, where the app says nothing else.
  open var supportedInteractions: [UIActivityItemsConfigurationInteraction] = [.share]
  /// Asked about the content as a whole; nil for nothing to say.
  open var metadataProvider: ((UIActivityItemsConfigurationMetadataKey) -> Any?)?
  /// Asked about one item, by its place among the providers; nil for nothing to say.
  open var perItemMetadataProvider: ((Int, UIActivityItemsConfigurationMetadataKey) -> Any?)?
  /// Asked for a picture of one item, by its place, the purpose and a size in points.
  open var previewProvider:
    ((Int, UIActivityItemsConfigurationPreviewIntent, CGSize) -> NSItemProvider?)?
  /// The app's own activities. Not asked: the share sheet leads to conversations only.
  open var applicationActivitiesProvider: (() -> [UIActivity])?

  /// Content in providers, without anything to show above it.
  public init(itemProviders: [NSItemProvider]) {
    itemProvidersForActivityItemsConfiguration = itemProviders
  }

  /// Objects that write themselves, each in a provider of its own.
  public convenience init(objects: [any NSItemProviderWriting]) {
    self.init(itemProviders: objects.map(NSItemProvider.init(object:)))
  }

  /// What `supportedInteractions` has.
  open func activityItemsConfigurationSupports(
    interaction: UIActivityItemsConfigurationInteraction
  ) -> Bool { supportedInteractions.contains(interaction) }

  /// What `metadataProvider` says.
  open func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey)
    -> Any?
  { metadataProvider?(key) }

  /// What `perItemMetadataProvider` says.
  open func activityItemsConfigurationMetadataForItem(
    at index: Int, key: UIActivityItemsConfigurationMetadataKey
  ) -> Any? { perItemMetadataProvider?(index, key) }

  /// What `previewProvider` gives.
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
