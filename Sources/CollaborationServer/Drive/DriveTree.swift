import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// A drive for each account, for programs with an app password and for the page (RFC 4918, classes 1, 2 and 3; decision 0030).
  func addDrive(_ calls: DriveCalls) {
    let rate = calls.core.configuration.rates.drives
    onTree(
      DriveAddress.prefix, name: "drive", methods: DriveCalls.methods,
      limits: RouteLimits(perCaller: rate)
    ) { request in
      do {
        return try await calls.answer(request)
      } catch {
        guard var answer = DriveAnswers.refusing(error, id: request.id) else { throw error }
        // A page asks for the account's own password by itself; the browser would ask for an app password.
        if request.isFromOwnPage { answer.headers[.wwwAuthenticate] = nil }
        return answer
      }
    }
  }
}

extension DriveCalls {
  static let methods = [
    "OPTIONS", "GET", "HEAD", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE",
    "LOCK", "UNLOCK", "PATCH",
  ]

  fileprivate func answer(_ request: TreeRequest) async throws -> TreeAnswer {
    let method = request.head.method
    // Before anybody signs in: programs ask what this is, and it says nothing of anybody.
    if method == .options { return Self.options }
    let call = try await admit(request)
    do {
      return try await answer(method, request, call)
    } catch DriveRefusal.unauthenticated {
      // Revoked since it was looked at last.
      if case .password(let hash) = call.authority { entrance.forget(hash) }
      throw DriveRefusal.unauthenticated
    }
  }

  private func answer(
    _ method: HTTPRequest.Method, _ request: TreeRequest, _ call: DriveCall
  ) async throws -> TreeAnswer {
    let target = request.head.path ?? ""
    let origin = core.configuration.publicOrigin.text
    let headers = DriveHeaders(request.head, publicOrigin: origin)
    if let (file, path) = try DriveAddress.upload(target) {
      return try await answer(request, headers, aboutUpload: file, at: path, call)
    }
    let path = try DriveAddress.path(target)
    switch method.rawValue {
    case "PUT": return try await put(request, headers, path, call)
    case "PROPFIND": return try await listing(request, headers, path, call)
    case "PROPPATCH": return try await changeProperties(request, headers, path, call)
    case "LOCK": return try await lock(request, headers, path, call)
    case "PATCH": throw Problem(.methodNotAllowed)
    default: break
    }
    // What these would do with a body is nowhere said (RFC 4918, section 8.4).
    guard !request.announcesBody else { throw Problem(.unsupportedMediaType, detail: "body") }
    switch method.rawValue {
    case "GET", "HEAD": return try await get(request, headers, path, call)
    case "DELETE": return try await delete(request, headers, path, call)
    case "MKCOL": return try await makeFolder(request, headers, path, call)
    case "COPY": return try await transfer(headers, path, isMove: false, call)
    case "MOVE": return try await transfer(headers, path, isMove: true, call)
    case "UNLOCK": return try await unlock(headers, path, call)
    default: throw Problem(.methodNotAllowed)
    }
  }

  /// RFC 4918, section 10.1; what Microsoft's programs look for; and that files may come in several requests.
  private static var options: TreeAnswer {
    var headers: HTTPFields = [.allow: methods.joined(separator: ", ")]
    let fields = [
      ("DAV", "1, 2, 3"), ("MS-Author-Via", "DAV"), ("Accept-Patch", partialUpload),
      ("Upload-Limit", "max-size=\(DriveLimits.fileBytes)"),
    ]
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return TreeAnswer(200, headers: headers)
  }
}
