package import HTTPTypes

/// A wire value with header fields beside it: a cookie, a media type.
package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  package var headers: HTTPFields
  /// In the place of the route's own, where a page says why something did not work; nil: the route's.
  package var status: Int?

  package init(_ value: Value, headers: HTTPFields = [:]) {
    self.value = value
    self.headers = headers
  }
}
