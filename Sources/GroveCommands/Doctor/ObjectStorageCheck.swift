import Foundation
import GroveServing

/// Whether the bucket that keeps files takes one, gives it back and removes it.
enum ObjectStorageCheck {
  static func findings(_ configuration: Configuration) async -> [DoctorCommand.Finding] {
    let address: S3Address
    do {
      guard let found = try configuration.s3() else { return [] }
      address = found
    } catch {
      return [.init(state: .failed, name: "the object storage", text: "\(error)")]
    }
    let name = "the bucket at \(address.text)"
    let bucket = S3Bucket(address) { Int(Date().timeIntervalSince1970) }
    let problem = await bucket.problem()
    return [
      .init(
        state: problem == nil ? .ok : .failed, name: name,
        text: problem ?? "takes files, gives them back and removes them")
    ]
  }
}
