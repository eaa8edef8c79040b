import Foundation

/// A module from a package of the operating system and everything it imports, for browsers: they know
/// addresses only, so each bare specifier (`lib0/array`) becomes the address of the file it means.
struct PackagedModules {
  /// By address.
  private(set) var files: [String: [UInt8]] = [:]

  private let folder: String
  private let prefix: String

  /// - Throws: `PageProblem` where a file is missing, too large, or not understood.
  init(_ package: PagePlan.Package) throws(PageProblem) {
    folder = package.folder
    prefix = package.address.split(separator: "/").first.map { "/\($0)/" } ?? "/"
    var waiting = [(package.entry, package.address)]
    while let (file, address) = waiting.popLast() {
      guard files[address] == nil else { continue }
      guard files.count < 200 else { throw PageProblem("\(package.entry) imports too much") }
      let (bytes, imported) = try rewritten(file)
      files[address] = bytes
      waiting += imported.map { ($0, prefix + $0) }
    }
  }

  private func rewritten(_ file: String) throws(PageProblem) -> ([UInt8], [String]) {
    let path = folder + "/" + file
    guard let data = FileManager.default.contents(atPath: path),
      data.count <= PageFolder.largestFile
    else { throw PageProblem("\(path) is not there") }
    do {
      let module = try JavaScriptModule(Array(data))
      var bytes: [UInt8] = []
      var files: [String] = []
      var end = 0
      for one in module.imports {
        let target = try Self.file(one.specifier, importedBy: file)
        files.append(target)
        bytes += module.source[end..<one.range.lowerBound] + Array("\"\(prefix + target)\"".utf8)
        end = one.range.upperBound
      }
      return (bytes + module.source[end...], files)
    } catch {
      throw PageProblem("\(path) is no module that can be served")
    }
  }

  /// As Debian lays packages out: `NAME/part` is `NAME/part.js`, and the one package that has another
  /// form for browsers is known by name.
  private static func file(
    _ specifier: String, importedBy file: String
  ) throws(PageProblem) -> String {
    if specifier == "isomorphic.js" { return "isomorphic.js/browser.mjs" }
    guard specifier.hasPrefix("./") || !specifier.hasPrefix(".") else {
      throw PageProblem("\(file) imports \(specifier)")
    }
    let parts = specifier.split(separator: "/")
    guard parts.count == 2,
      parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || "-.".contains($0)) })
    else { throw PageProblem("\(file) imports \(specifier)") }
    guard parts[0] == "." else { return "\(specifier).js" }
    return file.split(separator: "/").dropLast().joined(separator: "/") + "/" + parts[1]
  }
}
