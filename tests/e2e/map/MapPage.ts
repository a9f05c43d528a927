import { expect, type Locator, type Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http.ts';
import { channels, type MapTheme, strikeLook } from '#shared/sky/colours.ts';
import { needsDrawing } from '#tests/support/journey.ts';
import { palettes } from '#web/ground/land/palettes.ts';

/** Colours of strikes that are opaque, by their age in minutes. */
export const STRIKE_COLOURS = { light: coloursOf('light'), dark: coloursOf('dark') } as const;

function coloursOf(theme: MapTheme) {
  return Array.from({ length: 16 }, (_, minute) => channels(strikeLook(theme, minute * 60_000).colour));
}

/** What large parts of the map are painted with, where no relief lies over it. */
export const GROUND_COLOURS = {
  light: groundOf(palettes.light),
  dark: groundOf(palettes.dark),
} as const;

function groundOf({ land, water, town }: (typeof palettes)['light']) {
  return { land: channels(land), water: channels(water), town: channels(town) };
}

/** The map screen as a visitor meets it: by roles and names, and by what is painted. */
export class MapPage {
  readonly page: Page;
  readonly feed: Locator;
  /** How fresh it is, in a word or two. */
  readonly state: Locator;
  readonly map: Locator;
  /** The whole verdict, and what the feed says of itself: in the panel of now, also while that is closed. */
  readonly verdict: Locator;
  readonly details: Locator;
  private decoder: Page | undefined;

  constructor(page: Page) {
    this.page = page;
    this.feed = page.getByRole('region', { name: /Data status/ });
    this.map = page.getByRole('region', { name: /Map of lightning strikes/ });
    this.state = this.feed.locator('[data-state]');
    this.verdict = page.locator('[data-verdict]');
    this.details = page.locator('[data-line="rest"]');
  }

  /** A view of the Balkans, where the simulator always has a storm. */
  static readonly BALKANS = '/map?view=42.5,22,5z';

  async open(path: string = MapPage.BALKANS): Promise<void> {
    await this.request(path);
    await expect(this.map).toBeVisible();
  }

  /** Goes to the path, in whatever language it is. */
  async request(path: string): Promise<void> {
    // The tile host is beyond this machine; an empty answer keeps the console clean without it.
    await this.page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await this.page.goto(path);
  }

  /** Opens what the map says of now. */
  async openNow(): Promise<void> {
    await this.page.locator('[data-line="answer"]').click();
    await expect(this.verdict).toBeVisible();
  }

  /** A choice about this screen, at the end of the open list of tools. */
  choice(name: string): Locator {
    return this.page.locator('[data-holds="tools"]').getByText(name, { exact: true });
  }

  control(name: string): Locator {
    return this.page.getByRole('group', { name: 'Map controls' }).getByRole('button', { name });
  }

  /** Strikes that the page counts in its view. */
  async inView(): Promise<number> {
    return Number(await this.page.locator('[data-strikes-in-view]').getAttribute('data-strikes-in-view'));
  }

  async whole(): Promise<void> {
    await expect(this.page.locator('[data-complete="true"]')).toBeVisible();
  }

  /** Rows written to the GPU so far, and in how many writes. */
  async uploads(): Promise<{ writes: number; rows: number }> {
    const map = this.page.locator('.maplibregl-map');
    const read = async (name: string) => Number((await map.getAttribute(name)) ?? 0);
    return { writes: await read('data-strike-uploads'), rows: await read('data-strike-rows') };
  }

  /** Pixels of the map that have a strike's colour. */
  strikePixels(): Promise<number> {
    return this.pixels(STRIKE_COLOURS.light);
  }

  /** Pixels of the map that differ by at most `within` in each channel from one of the colours; decoded on a blank page, which has no CSP. */
  async pixels(colours: readonly (readonly [number, number, number])[], within = 6): Promise<number> {
    needsDrawing(this.page.context());
    const png = await this.page.locator('.maplibregl-map').screenshot();
    this.decoder ??= await this.page.context().newPage();
    return await this.decoder.evaluate(
      async ({ base64, requested, hair }) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (!pen) throw new Error('no 2d canvas');
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, image.width, image.height);
        let found = 0;
        for (let at = 0; at < data.length; at += 4) {
          const near = (colour: readonly number[]) =>
            colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) <= hair);
          if (requested.some(near)) found += 1;
        }
        return found;
      },
      { base64: png.toString('base64'), requested: colours, hair: within },
    );
  }
}

/** Opens the list of tools, from wherever one is. */
export async function openTools(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'Back to all tools' });
  if (await back.isVisible()) await back.click();
  else await page.locator('[data-open-tools]').click();
  await expect(page.getByRole('navigation', { name: 'Tools of the map' })).toBeVisible();
}
