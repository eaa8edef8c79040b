import GroveWire

/// The refusals of one route, a response for each status with the codes it may carry.
struct OpenAPIProblems {
  let route: RouteDescription

  var lines: [String] {
    let byStatus = Dictionary(grouping: route.problemCodes, by: \.status)
    return byStatus.sorted { $0.key < $1.key }.flatMap { status, codes in
      codes.count == 1
        ? ["'\(status)': {$ref: '#/components/responses/\(codes[0].rawValue)'}"]
        : Self.response("'\(status)'", codes.sorted { $0.rawValue < $1.rawValue })
    }
  }

  /// One response for each code, for the statuses that have one code only.
  static var components: [String] {
    ProblemCode.known.flatMap { response($0.rawValue, [$0]) }
  }

  private static func response(_ name: String, _ codes: [ProblemCode]) -> [String] {
    let sentences = codes.map { "`\($0.rawValue)`: \($0.title)" }.joined(separator: " ")
    let texts = codes.map(\.rawValue).joined(separator: ", ")
    return [
      "\(name):", "  description: \(OpenAPIDocument.quoted(sentences))", "  content:",
      "    \(Problem.mediaType):", "      schema:", "        allOf:",
      "          - {$ref: '#/components/schemas/Problem'}",
      "          - {properties: {code: {enum: [\(texts)]}}}",
    ]
  }

  static var schema: [String] {
    [
      "Problem:", "  description: \"A refusal (RFC 9457). It changes nothing.\"", "  type: object",
      "  required: [type, title, status, code]", "  properties:", "    type: {type: string}",
      "    title: {type: string}", "    status: {type: integer}",
      "    code: {type: string, enum: [\(ProblemCode.known.map(\.rawValue).joined(separator: ", "))]}",
      "    detail: {type: string}", "    requestID: {type: string}",
      "    retryAfter: {type: integer}",
    ]
  }
}
