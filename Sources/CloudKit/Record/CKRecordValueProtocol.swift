public import CoreLocation
public import Foundation

/// What a field of a record can hold: texts, numbers, dates, bytes, references, files, places, and arrays of one of
/// these. A value that no field can hold after all (an array of arrays, a number that is none) is refused with
/// `CKError.invalidArguments` when its record is saved.
public protocol CKRecordValueProtocol {}

/// The name under which the system that Objective-C belongs to has it.
public typealias CKRecordValue = CKRecordValueProtocol

extension String: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {}
extension NSString: CKRecordValueProtocol {}
extension NSDate: CKRecordValueProtocol {}
extension NSData: CKRecordValueProtocol {}
extension NSNumber: CKRecordValueProtocol {}
extension NSArray: CKRecordValueProtocol {}
extension CKReference: CKRecordValueProtocol {}
extension CKAsset: CKRecordValueProtocol {}
extension CLLocation: CKRecordValueProtocol {}
