// An app imports this module and nothing else, as it does elsewhere.
@_exported public import CoreLocation
@_exported public import Foundation
