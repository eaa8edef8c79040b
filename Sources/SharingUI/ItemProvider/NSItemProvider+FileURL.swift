package import Foundation

extension NSItemProvider {
  /// The file that the provider is about, where it is: an address that it holds, or a file that may be used in place. Nil
  /// where it has none that may leave the process.
  package func originalFile() async -> URL? {
    for representation in representations where representation.isShared {
      if representation.conforms(to: UTType.url.identifier) {
        if let url = await address(representation.typeIdentifier), url.isFileURL { return url }
      } else if let url = try? await place(representation) {
        return url
      }
    }
    return nil
  }

  private func address(_ typeIdentifier: String) async -> URL? {
    guard let data = try? await data(forTypeIdentifier: typeIdentifier) else { return nil }
    return String(data: data, encoding: .utf8).flatMap(URL.init(string:))
  }
}
