import GroveIdentity
import Testing

@testable import SharedWithYouCore

struct GroveAppSettingsTests {
  private let file = (
    path: "/app/grove-app.json",
    bytes: Array(
      #"{"origin":"https://docs.example","name":"Recipes","command":["/usr/bin/recipes","-b"]}"#
        .utf8)
  )

  @Test func `the environment says which app it is`() throws {
    let settings = try GroveAppSettings.found(
      environment: ["GROVE_APP_ORIGIN": "https://docs.example", "GROVE_APP_NAME": "Recipes"],
      files: [])
    #expect(settings.origin.text == "https://docs.example" && settings.name == "Recipes")
    #expect(settings.command.isEmpty)
  }

  @Test func `a file says which app it is and how to start it`() throws {
    let settings = try GroveAppSettings.found(environment: [:], files: [file])
    #expect(settings.name == "Recipes" && settings.command == ["/usr/bin/recipes", "-b"])
  }

  @Test func `the environment's name stands before the file's`() throws {
    let settings = try GroveAppSettings.found(
      environment: ["GROVE_APP_NAME": "Recipes (test)"], files: [file])
    #expect(settings.name == "Recipes (test)" && settings.origin.text == "https://docs.example")
  }

  @Test func `an app without a name is called as its origin`() throws {
    let settings = try GroveAppSettings.found(
      environment: [:], files: [("/a", Array(#"{"origin":"https://docs.example"}"#.utf8))])
    #expect(settings.name == "https://docs.example")
  }

  @Test(arguments: [
    ([:], GroveAppError.notConfigured),
    (["GROVE_APP_ORIGIN": "docs.example"], .originMalformed),
    (["GROVE_APP_ORIGIN": "https://docs.example/path"], .originMalformed),
  ])
  func `nothing or nonsense is an error`(environment: [String: String], error: GroveAppError) {
    #expect(throws: error) {
      try GroveAppSettings.found(environment: environment, files: [])
    }
    #expect(!error.sentence.isEmpty)
  }

  @Test(arguments: ["", "{}", "[]", #"{"origin":"nonsense"}"#, #"{"origin":7}"#])
  func `a file that says nothing usable is named`(text: String) {
    #expect(throws: GroveAppError.fileMalformed("/a.json")) {
      try GroveAppSettings.found(environment: [:], files: [("/a.json", Array(text.utf8))])
    }
  }
}
