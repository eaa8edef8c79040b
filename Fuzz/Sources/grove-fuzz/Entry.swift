import FuzzDecoders

/// What libFuzzer calls with each input. It has the program's `main` itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Chosen.decoder.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
