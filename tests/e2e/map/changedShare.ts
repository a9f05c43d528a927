import type { BrowserContext } from '@playwright/test';
import { needsDrawing } from '#tests/support/journey.ts';

/** The share of pixels, 0 to 1, in which two pictures of one size plainly differ; compared on a blank page. */
export async function changedShare(context: BrowserContext, before: Buffer, after: Buffer): Promise<number> {
  needsDrawing(context);
  const page = await context.newPage();
  const share = await page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
          const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
          if (!pen) throw new Error('no 2d canvas');
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (!one || !other || one.length !== other.length) throw new Error('The pictures differ in size.');
      let changed = 0;
      for (let at = 0; at < one.length; at += 4) {
        const differs = [0, 1, 2].some(
          (channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 8,
        );
        if (differs) changed += 1;
      }
      return changed / (one.length / 4);
    },
    [before.toString('base64'), after.toString('base64')],
  );
  await page.close();
  return share;
}
