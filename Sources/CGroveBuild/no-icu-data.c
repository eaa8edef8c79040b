#ifdef GROVE_WITHOUT_ICU_DATA
#include <stdint.h>

// ICU's table of contents with nothing in it ("common data" as in ICU 76's icu/source/common/ucmndata.h). Foundation
// brings 34 MB of tables for calendars, languages and formats, and a statically linked program carries them whole.
// Nothing in Grove asks for them: standing before Foundation's, this takes their place in optimised builds, and the
// tests of what the optimised program does are the proof. Another toolchain may bring another version of ICU, with
// another name: then this is unused and the program larger. What may not be used therefore: Calendar, Locale,
// TimeZone, every formatter, NSRegularExpression.
struct contents {
  uint16_t headerSize;
  uint8_t magic1, magic2;
  struct {
    uint16_t size, reservedWord;
    uint8_t isBigEndian, charsetFamily, sizeofUChar, reservedByte;
    uint8_t dataFormat[4], formatVersion[4], dataVersion[4];
  } info;
  char padding[8];
  uint32_t count, reserved;
  struct { int32_t nameOffset, dataOffset; } entry;
};

extern const struct contents icudt76_dat;
__attribute__((aligned(16))) const struct contents icudt76_dat = {
  32, 0xda, 0x27,
  {20, 0, 0, 0, 2, 0, {0x54, 0x6f, 0x43, 0x50}, {1, 0, 0, 0}, {0, 0, 0, 0}},
  {0}, 0, 0, {0, 0}};
#endif
