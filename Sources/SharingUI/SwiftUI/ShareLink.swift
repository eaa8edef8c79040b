public import SharedWithYouCore

/// A button that shows the share sheet for its items.
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>: View
where
  Data: RandomAccessCollection, Data.Element: Transferable, PreviewImage: Transferable,
  PreviewIcon: Transferable, Label: View
{
  let items: Data
  let subject: Text?
  let message: Text?
  let preview: ((Data.Element) -> SharePreview<PreviewImage, PreviewIcon>)?
  let label: Label

  /// What the person sees: the label. Pressing it is `share(from:)`.
  public var body: Label { return label }

  @MainActor
  var request: ShareRequest {
    var request = ShareRequest()
    for item in items {
      let provider = NSItemProvider()
      provider.register(item: UncheckedSendable(item))
      request.providers.append(provider)
    }
    if let first = items.first, let shown = preview?(first) {
      request.title = shown.title
      request.image = shown.imageProvider
      request.icon = shown.iconProvider
    }
    request.text = message?.string ?? ""
    return request
  }

  /// What pressing the button does; returns when the person is done with the sheet. Not in the
  /// platform's framework, where a finger does it.
  public func share(from app: GroveApp = .shared) async -> ShareResult {
    await SharePresentation.run(request, from: app)
  }
}

/// The words on a share link that says nothing else.
public struct DefaultShareLinkLabel: View {
  let title: String
  /// The title as text.
  public var body: Text { return Text(title) }
}

/// A share link of any kind, as `View.shareLinks` finds it.
@MainActor
public protocol ShareAction {
  /// What pressing the link does; returns when the person is done with the sheet.
  func share(from app: GroveApp) async -> ShareResult
}

extension ShareLink: ShareAction {}

extension View {
  /// The share links in a view, in the order in which they are written.
  public var shareLinks: [any ShareAction] {
    if let link = self as? any ShareAction { return [link] }
    if let container = self as? any ViewContainer {
      return container.parts.flatMap { $0.shareLinks }
    }
    return body.shareLinks
  }
}
