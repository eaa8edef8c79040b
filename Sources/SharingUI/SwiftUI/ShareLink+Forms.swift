public import Foundation

extension ShareLink {
  /// Items and a label of the app's own: the form that all others come down to.
  ///
  /// - Parameters:
  ///   - subject: kept and not sent: messages in a conversation have no subject.
  ///   - message: stands in the sheet's text field, for the person to change.
  ///   - preview: asked for the first item only.
  public init(
    items: Data, subject: Text? = nil, message: Text? = nil,
    preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>,
    @ViewBuilder label: () -> Label
  ) {
    (self.items, self.subject, self.message) = (items, subject, message)
    self.preview = preview
    self.label = label()
  }

  /// One item and a label of the app's own.
  public init<I: Transferable>(
    item: I, subject: Text? = nil, message: Text? = nil,
    preview: SharePreview<PreviewImage, PreviewIcon>, @ViewBuilder label: () -> Label
  ) where Data == CollectionOfOne<I> {
    self.init(
      items: CollectionOfOne(item), subject: subject, message: message, preview: { _ in preview },
      label: label)
  }
}

extension ShareLink where Label == DefaultShareLinkLabel {
  /// Items under the label "Share…".
  public init(
    items: Data, subject: Text? = nil, message: Text? = nil,
    preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
  ) {
    self.init("Share…", items: items, subject: subject, message: message, preview: preview)
  }

  /// Items under a title.
  public init(
    _ title: some StringProtocol, items: Data, subject: Text? = nil, message: Text? = nil,
    preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
  ) {
    self.init(items: items, subject: subject, message: message, preview: preview) {
      DefaultShareLinkLabel(title: String(title))
    }
  }

  /// One item under the label "Share…".
  public init<I: Transferable>(
    item: I, subject: Text? = nil, message: Text? = nil,
    preview: SharePreview<PreviewImage, PreviewIcon>
  ) where Data == CollectionOfOne<I> {
    self.init("Share…", item: item, subject: subject, message: message, preview: preview)
  }

  /// One item under a title.
  public init<I: Transferable>(
    _ title: some StringProtocol, item: I, subject: Text? = nil, message: Text? = nil,
    preview: SharePreview<PreviewImage, PreviewIcon>
  ) where Data == CollectionOfOne<I> {
    self.init(item: item, subject: subject, message: message, preview: preview) {
      DefaultShareLinkLabel(title: String(title))
    }
  }
}

extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
  /// A URL needs no preview: a file shows its name, a link its address.
  public init(item: URL, subject: Text? = nil, message: Text? = nil)
  where Data == CollectionOfOne<URL> {
    (items, self.subject, self.message) = (CollectionOfOne(item), subject, message)
    preview = nil
    label = DefaultShareLinkLabel(title: "Share…")
  }

  /// A text needs no preview: it is sent as a text file, "Untitled.txt".
  public init(item: String, subject: Text? = nil, message: Text? = nil)
  where Data == CollectionOfOne<String> {
    (items, self.subject, self.message) = (CollectionOfOne(item), subject, message)
    preview = nil
    label = DefaultShareLinkLabel(title: "Share…")
  }
}
