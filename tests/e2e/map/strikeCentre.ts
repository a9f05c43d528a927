import type { Page } from '@playwright/test';

/** The centre of the box of the colour's pixels in the map's frame, in CSS pixels. Undefined without such pixels. */
export async function centreOfColour(
  page: Page,
  decoder: Page,
  [red, green, blue]: readonly [number, number, number],
): Promise<{ readonly x: number; readonly y: number } | undefined> {
  const png = await page.locator('[data-map-frame]').screenshot();
  return await decoder.evaluate(
    async ({ base64, requested }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!pen) throw new Error('no 2d canvas');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let at = 0; at < data.length; at += 4) {
        if (requested.some((part, channel) => Math.abs((data[at + channel] ?? 0) - part) > 6)) continue;
        const [x, y] = [(at / 4) % image.width, Math.floor(at / 4 / image.width)];
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      }
      return left <= right ? { x: (left + right + 1) / 2, y: (top + bottom + 1) / 2 } : undefined;
    },
    { base64: png.toString('base64'), requested: [red, green, blue] },
  );
}
