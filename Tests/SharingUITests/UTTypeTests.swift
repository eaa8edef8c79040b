import Foundation
import SharingUI
import Testing

struct UTTypeTests {
  @Test func `a type conforms to itself and to all it is derived from`() {
    #expect(UTType.png.conforms(to: .image))
    #expect(UTType.png.conforms(to: .data))
    #expect(UTType.png.conforms(to: .png))
    #expect(!UTType.image.conforms(to: .png))
    #expect(UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .text))
    #expect(UTType.fileURL.isSubtype(of: .url))
  }

  @Test func `a type is found by ending and by media type, whatever their case`() {
    #expect(UTType(filenameExtension: "PNG") == .png)
    #expect(UTType(mimeType: "Text/Plain; charset=utf-8") == .plainText)
    #expect(UTType(filenameExtension: "png", conformingTo: .text) == nil)
    #expect(UTType(filenameExtension: "nonsense") == nil)
  }

  @Test func `an identifier that nobody declared is no type until it is declared`() {
    #expect(UTType("org.example.undeclared") == nil)
    let recipe = UTType(exportedAs: "org.example.recipe", conformingTo: .json)
    #expect(UTType("org.example.recipe") == recipe)
    #expect(UTType("ORG.EXAMPLE.RECIPE") == recipe)
    #expect(recipe.conforms(to: .text))
  }

  @Test func `a type travels as its identifier`() throws {
    let data = try JSONEncoder().encode([UTType.pdf])
    #expect(String(data: data, encoding: .utf8) == #"["com.adobe.pdf"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.pdf])
  }
}
