import { chooseFile } from "../../ui/choose-file.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";

const side = 320;

/** @returns {Promise<Blob | undefined>} a square JPEG that is small enough for the relay */
export async function choosePhoto() {
  const file = await chooseFile("image/*");
  if (!file) return undefined;
  try {
    const image = await createImageBitmap(file);
    const cut = Math.min(image.width, image.height);
    const canvas = h("canvas", { width: side, height: side });
    canvas.getContext("2d")?.drawImage(image, (image.width - cut) / 2, (image.height - cut) / 2,
      cut, cut,
      0, 0, side, side);
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", 0.85));
  } catch {
    say("This file is no picture that the browser can read.");
    return undefined;
  }
}
