/// What a share sheet shows above the content. The title stands in for metadata without one; the
/// icon is shown where there is no image. The card in the conversation shows the first of the two that
/// is a PNG of at most 4 KiB and 256 × 256.
public struct SharePreview<Image: Transferable, Icon: Transferable> {
  let title: String
  let image: Image?
  let icon: Icon?

  /// Title, a picture of the content, and one of where it comes from, which is not shown beside the
  /// first.
  public init(_ title: Text, image: Image, icon: Icon) {
    (self.title, self.image, self.icon) = (title.string, image, icon)
  }

  /// The same with a plain title.
  public init(_ title: some StringProtocol, image: Image, icon: Icon) {
    (self.title, self.image, self.icon) = (String(title), image, icon)
  }

  /// The picture above the content, where there is one.
  var imageProvider: NSItemProvider? { image.map(Self.provider) ?? iconProvider }

  /// The picture of where the content comes from, where there is one.
  var iconProvider: NSItemProvider? { icon.map(Self.provider) }

  private static func provider(_ picture: some Transferable) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.register(item: UncheckedSendable(picture))
    return provider
  }
}

extension SharePreview where Icon == Never {
  /// Title and a picture of the content.
  public init(_ title: Text, image: Image) { self.init(title.string, image) }
  /// The same with a plain title.
  public init(_ title: some StringProtocol, image: Image) { self.init(String(title), image) }

  private init(_ title: String, _ image: Image) {
    (self.title, self.image, icon) = (title, image, nil)
  }
}

extension SharePreview where Image == Never {
  /// Title and a picture of where the content comes from.
  public init(_ title: Text, icon: Icon) { self.init(title.string, icon) }
  /// The same with a plain title.
  public init(_ title: some StringProtocol, icon: Icon) { self.init(String(title), icon) }

  private init(_ title: String, _ icon: Icon) {
    (self.title, image, self.icon) = (title, nil, icon)
  }
}

extension SharePreview where Image == Never, Icon == Never {
  /// A title without a picture.
  public init(_ title: Text) { (self.title, image, icon) = (title.string, nil, nil) }
  /// The same with a plain title.
  public init(_ title: some StringProtocol) {
    (self.title, image, icon) = (String(title), nil, nil)
  }
}
