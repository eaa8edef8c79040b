package import HTTPTypes

/// A wire value with header fields beside it: a cookie, a media type.
package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  package var headers: HTTPFields

  package init(_ value: Value, headers: HTTPFields = [:]) {
    self.value = value
    self.headers = headers
  }
}
