import type { Page } from '@playwright/test';
import { needsDrawing } from '#tests/support/journey.ts';

/** A part of a picture. */
export interface Patch {
  /** Mean relative luminance, 0 to 1. */
  readonly luminance: number;
  /** How many pixels have each colour, by `#rrggbb`. */
  readonly colours: Readonly<Record<string, number>>;
}

/** A part of the page, in CSS pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes a picture of the page and reads the parts of it; decoded on a blank page. */
export async function readPatches(page: Page, parts: readonly Part[]): Promise<Patch[]> {
  needsDrawing(page.context());
  const png = await page.screenshot();
  const decoder = await page.context().newPage();
  const patches = await decoder.evaluate(
    async ({ base64, boxes }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!pen) throw new Error('no 2d canvas');
      pen.drawImage(image, 0, 0);
      const linear = (part = 0) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      return boxes.map(({ x, y, width, height }) => {
        const { data } = pen.getImageData(Math.round(x), Math.round(y), Math.round(width), Math.round(height));
        const colours: Record<string, number> = {};
        let sum = 0;
        for (let from = 0; from < data.length; from += 4) {
          const [red = 0, green = 0, blue = 0] = data.subarray(from, from + 3);
          sum += 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
          const name = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
          colours[name] = (colours[name] ?? 0) + 1;
        }
        return { luminance: sum / (data.length / 4), colours };
      });
    },
    { base64: png.toString('base64'), boxes: parts },
  );
  await decoder.close();
  return patches;
}
