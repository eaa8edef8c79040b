import Foundation
import Testing

@testable import GroveServing

/// Modules from the operating system's packages, for browsers.
struct PackagedModulesTests {
  private func load(_ files: [String: String]) throws -> [String: String] {
    let pages = try TemporaryPages(files)
    defer { pages.remove() }
    let package = PagePlan.Package(
      address: "/yjs/yjs.js", entry: "yjs/dist/yjs.mjs", folder: pages.path)
    return try PackagedModules(package).files.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `bare and relative specifiers become addresses, and nothing else changes`() throws {
    let served = try load([
      "yjs/dist/yjs.mjs":
        "import * as a from 'lib0/array'; /* 'lib0/array' */ const b = 'lib0/array';",
      "lib0/array.js": "import './set.js'\nexport * from 'isomorphic.js'",
      "lib0/set.js": "import 'lib0/array'", "isomorphic.js/browser.mjs": "export const c = 1",
      "lib0/secret.js": "no",
    ])
    #expect(
      served == [
        "/yjs/yjs.js":
          "import * as a from \"/yjs/lib0/array.js\"; /* 'lib0/array' */ const b = 'lib0/array';",
        "/yjs/lib0/array.js":
          "import \"/yjs/lib0/set.js\"\nexport * from \"/yjs/isomorphic.js/browser.mjs\"",
        "/yjs/lib0/set.js": "import \"/yjs/lib0/array.js\"",
        "/yjs/isomorphic.js/browser.mjs": "export const c = 1",
      ])
  }

  @Test(arguments: [
    "../../../etc/passwd", "../a.js", "lib0/../../x", "/etc/passwd", "lib0/a/b", "x",
  ])
  func `an import that leads out of the packages is refused`(specifier: String) {
    #expect(throws: PageProblem.self) { try load(["yjs/dist/yjs.mjs": "import '\(specifier)'"]) }
  }

  @Test func `a file that is missing or not understood means that the package is not there`() {
    #expect(throws: PageProblem.self) { try load([:]) }
    #expect(throws: PageProblem.self) { try load(["yjs/dist/yjs.mjs": "import 'lib0/array'"]) }
    #expect(throws: PageProblem.self) { try load(["yjs/dist/yjs.mjs": "const a = `"]) }
  }

  @Test func `the pages are served without a package that is not there, and are told so`() throws {
    let pages = try TemporaryPages(["start/index.html": "<p>"])
    defer { pages.remove() }
    let set = try pages.set { plan in
      plan.packages = [.init(address: "/yjs/yjs.js", entry: "yjs/dist/yjs.mjs", folder: pages.path)]
    }
    #expect(set.missing.count == 1)
    #expect(set.file(at: "/yjs/yjs.js") == nil)
    #expect(
      set.file(at: "/config.json").map { String(decoding: $0.bytes, as: UTF8.self) }
        == "{\"packages\":false}")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/nodejs/yjs/dist/yjs.mjs")))
  func `Yjs as Debian packages it is understood`() throws {
    let files = try PackagedModules(
      .init(address: "/yjs/yjs.js", entry: "yjs/dist/yjs.mjs", folder: "/usr/share/nodejs")
    ).files
    #expect(files.count > 10)
    for (address, bytes) in files {
      for one in try JavaScriptModule(bytes).imports {
        #expect(files[one.specifier] != nil, "\(address)")
      }
    }
  }
}
