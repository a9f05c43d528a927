import { type BrowserContext, test as base } from '@playwright/test';

export { chromium, expect, type FrameLocator, type Locator, type Page, type Request } from '@playwright/test';

/** Of a test that looks at pixels of a map. */
export const RENDERED = { tag: '@drawn' } as const;
/** Of a test that reads names or features of the ground, and looks at no pixel. */
export const GROUND = { tag: '@ground' } as const;

/** WebGL that checks every command and draws nothing. */
function idleCard(): void {
  for (const name of ['clear', 'drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced'])
    Object.defineProperty(WebGL2RenderingContext.prototype, name, { value: () => {}, writable: true });
}

const undrawn = new WeakSet<BrowserContext>();

/**
 * Maps are drawn in `RENDERED` tests only: by a software GPU that takes as long as all the rest of a map. In all others but
 * `GROUND` the files of the ground are empty, which takes a third of a map's opening away.
 */
export const test = base.extend({
  context: async ({ context, serviceWorkers }, use, { tags }) => {
    if (!tags.includes(RENDERED.tag)) {
      await context.addInitScript(idleCard);
      undrawn.add(context);
      // A service worker would keep the empty files.
      if (!tags.includes(GROUND.tag) && serviceWorkers === 'block')
        await context.route('**/basemap/**', (route) => route.fulfill({ status: 204 }));
    }
    await use(context);
  },
});

/** @throws if no map is drawn in the context: its pixels would prove nothing */
export function needsDrawing(context: BrowserContext): void {
  if (undrawn.has(context)) throw new Error(`maps are drawn in tests only that are ${RENDERED.tag}`);
}
