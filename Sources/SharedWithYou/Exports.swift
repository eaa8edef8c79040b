// One import line is all an app has: this module, what it is built from, and Foundation.
@_exported public import Foundation
@_exported public import SharedWithYouCore
@_exported public import SharingUI
