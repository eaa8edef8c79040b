import { readSharedContent } from "../../../Web/grove/bridge/app-requests.js";
import { same, suite, throwsCode } from "../support/harness.js";

const test = suite("what an app's page may hand over");
const file = (bytes) => new File([new Uint8Array(bytes)], "a.bin");
const image = (bytes, type = "image/png") => new Blob([new Uint8Array(bytes)], { type });

test("a file of 25 MiB is taken and one byte more is refused", async () => {
  const limit = 25 * 1024 * 1024;
  same(readSharedContent({ file: file(limit) }).content.file.data.size, limit);
  await throwsCode("limit_exceeded", () => readSharedContent({ file: file(limit + 1) }));
});

test("an image of 1 MiB is taken; a larger one, or what is no image, is refused", async () => {
  const limit = 1024 * 1024;
  const content = (picture) => ({ file: file(1), image: picture });
  same(readSharedContent(content(image(limit))).content.image.size, limit);
  for (const wrong of [image(limit + 1), image(1, "image/svg+xml"), "data:image/png;base64,AAAA"]) {
    await throwsCode("malformed", () => readSharedContent(content(wrong)));
  }
});
