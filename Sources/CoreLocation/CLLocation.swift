public import Foundation

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double

/// A place on the earth: degrees of WGS 84.
public struct CLLocationCoordinate2D: Hashable, Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init() { self.init(latitude: 0, longitude: 0) }

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A place with how well it is known and when. Nothing here finds out where a machine is: the class is there for
/// fields of records that hold places.
public final class CLLocation: NSObject, NSCopying, Sendable {
  public let coordinate: CLLocationCoordinate2D
  /// Metres above the sea.
  public let altitude: CLLocationDistance
  /// Metres; negative where not known.
  public let horizontalAccuracy: CLLocationAccuracy
  public let verticalAccuracy: CLLocationAccuracy
  public let timestamp: Date

  /// A place at sea level that holds now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.timestamp = timestamp
  }

  /// Metres along the surface of a sphere of the earth's mean radius (6 371 008.8 m), by the haversine formula: up to
  /// half a percent beside the ellipsoid.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    let radians = Double.pi / 180
    let (a, b) = (coordinate, location.coordinate)
    let north = sin((b.latitude - a.latitude) * radians / 2)
    let east = sin((b.longitude - a.longitude) * radians / 2)
    let square =
      north * north + cos(a.latitude * radians) * cos(b.latitude * radians) * east * east
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal in every member.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return coordinate == other.coordinate && altitude == other.altitude
      && horizontalAccuracy == other.horizontalAccuracy
      && verticalAccuracy == other.verticalAccuracy && timestamp == other.timestamp
  }

  public override var hash: Int { coordinate.hashValue }
}
