import { letPass } from '#tests/e2e/map/letPass.ts';
import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

/** What keeps a display on the wall for weeks: the screen on, the whole of it, the newest build. */

/** Every wake lock the browser has granted; the locks are the browser's own. */
const watchLocks = `{
  window.locks = [];
  const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const lock = await ask(kind);
    window.locks.push(lock);
    return lock;
  };
}`;
const HALF_A_MINUTE_MS = 31_000;
const locksHeld = (page: Page) => page.evaluate<boolean[]>('window.locks.map(({ released }) => !released)');
const WARNING = 'Turn off sleep on this screen';

test('a wall display from its button until it is left, in one visit', async ({ page }) => {
  await page.addInitScript(watchLocks);
  const screen = new MapPage(page);
  await screen.open();
  await openTools(page);
  await screen.choice('Wall display').click();
  await page.getByRole('button', { name: 'Open on this screen' }).click();
  await test.step('it fills the screen, and keeps it on', async () => {
    await expect.poll(() => page.evaluate('document.fullscreenElement?.tagName')).toBe('HTML');
    await expect.poll(() => locksHeld(page)).toEqual([true]);
  });
  const hidden = () => expect(screen.control('Zoom in')).toBeHidden({ timeout: 10_000 });
  const touch = (x: number) => page.mouse.move(x, 400);
  await test.step('controls hide while nobody touches it, and come back with a touch', async () => {
    await touch(400);
    await hidden();
    await touch(450);
    await expect(screen.control('Zoom in')).toBeVisible();
  });
  await test.step('the window is changed by a dialog: Cancel keeps it, Apply takes the new one', async () => {
    const dialog = page.getByRole('dialog', { name: 'Time range' });
    await screen.control('Change time range').click();
    await dialog.getByRole('radio', { name: 'Last 6 hours' }).check();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/minutes/);
    await touch(500);
    await screen.control('Change time range').click();
    await dialog.getByRole('radio', { name: 'Last 6 hours' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/minutes=360/);
  });
  await test.step('the time range is named while nobody touches it', async () => {
    await hidden();
    await expect(page.getByRole('img', { name: 'Strikes in view, last 6 hours' })).toContainText('6 hr');
  });
  await test.step('leaving it brings the site back, gives the screen back and lets it go', async () => {
    await touch(400);
    await screen.control('Leave the wall display').click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page).not.toHaveURL(/wall/);
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBeNull();
    await expect.poll(async () => (await locksHeld(page)).includes(true)).toBe(false);
  });
});

/** A scripted map whose clock a test moves, and how often its stream was opened. */
async function openSteered(page: Page, path: string) {
  await page.clock.install();
  const stream = { opened: 0 };
  let aheadMs = 0;
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served', aheadMs: () => aheadMs });
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/live')) stream.opened += 1;
  });
  const screen = new MapPage(page);
  await screen.open(path);
  await expect(screen.feed).toContainText('No lightning ');
  const pass = async (halves: number) => {
    aheadMs += HALF_A_MINUTE_MS * halves;
    await letPass(page, HALF_A_MINUTE_MS * halves);
  };
  const show = (hidden: boolean) =>
    page.evaluate(`{
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
  return { stream, pass, show };
}

type Steered = Awaited<ReturnType<typeof openSteered>>;

/** Hides the page for 13 minutes: how often its stream had been opened after eleven, and was in the last two. */
async function hideLong({ stream, pass, show }: Steered): Promise<{ readonly before: number; readonly more: number }> {
  await show(true);
  for (let minute = 0; minute < 11; minute += 1) await pass(2);
  const before = stream.opened;
  await pass(4);
  return { before, more: stream.opened - before };
}

test('a wall display by itself: the screen stays on, the stream open, and the night dims it', async ({ page }) => {
  await page.addInitScript(watchLocks);
  const steered = await openSteered(page, `${MapPage.BALKANS}&wall=1`);
  await test.step('it keeps the screen on, and asks again when the browser let it go', async () => {
    await expect.poll(() => locksHeld(page)).toEqual([true]);
    await page.evaluate('window.locks[0].release()');
    await page.mouse.move(300, 300);
    await expect(page.getByText(WARNING)).toBeVisible();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => locksHeld(page)).toEqual([false, true]);
    await page.evaluate('window.locks[1].release()');
    await steered.pass(1);
    await expect.poll(() => locksHeld(page)).toEqual([false, false, true]);
    await expect(page.getByText(WARNING)).toBeHidden();
  });
  await test.step('hidden it keeps its stream', async () => {
    const { before } = await hideLong(steered);
    await expect.poll(() => steered.stream.opened).toBeGreaterThan(before);
    await steered.show(false);
  });
  await test.step('at night it is dimmed, and its picture never stands still for good', async () => {
    const at = async (hour: number) => {
      const time = new Date();
      time.setHours(hour, 30, 0, 0);
      await page.clock.setFixedTime(time);
      await page.clock.runFor(2_000);
    };
    const style = (pseudo: string, name: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('[data-strikes-in-view]')${pseudo && `, '${pseudo}'`}).${name}`,
      );
    await at(12);
    await expect.poll(() => style('::after', 'content')).toBe('none');
    await at(23);
    await expect.poll(() => style('::after', 'backgroundColor')).toBe('rgba(0, 0, 0, 0.35)');
    const panel = page.locator('section > div', { has: page.locator('[data-strikes-in-view]') }).first();
    const stood = await panel.evaluate((element) => getComputedStyle(element).translate);
    await page.clock.setFixedTime(new Date().setHours(23, 36));
    await page.clock.runFor(2_000);
    await expect(panel).not.toHaveCSS('translate', stood);
  });
});

test('a tab that nobody has looked at for ten minutes gives its stream up, and has it again when it is looked at', async ({
  page,
}) => {
  const steered = await openSteered(page, MapPage.BALKANS);
  const { before, more } = await hideLong(steered);
  expect(more).toBe(0);
  await steered.show(false);
  await steered.pass(2);
  await expect.poll(() => steered.stream.opened).toBeGreaterThan(before);
});

test('an untouched wall display loads a new build once, and a touched one waits', async ({ page }) => {
  let build = 'old';
  let aheadMs = 0;
  await page.clock.install();
  const feed = goodFeed();
  await scriptFeed(page, { feed, strikes: [], slices: 'served', build: () => build, aheadMs: () => aheadMs });
  const screen = new MapPage(page);
  await screen.open(`${MapPage.BALKANS}&wall=1`);
  await expect(screen.feed).toContainText('No lightning ');
  const hello = () => page.waitForResponse((response) => response.url().includes('/api/v1/live'));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  /** Lets minutes pass as a display lives them: the stream is opened again once a minute. */
  const pass = async (minutes: number, touch: (half: number) => Promise<void> = async () => {}) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      let isReopened = false;
      void hello().then(() => {
        isReopened = true;
      });
      for (let half = 0; half < 2; half += 1) {
        await touch(half);
        aheadMs += HALF_A_MINUTE_MS;
        await letPass(page, HALF_A_MINUTE_MS);
      }
      // A page that was loaded again waits for its clock before it opens the stream.
      await expect
        .poll(async () => {
          if (!isReopened) {
            aheadMs += 5_000;
            await letPass(page, 5_000);
          }
          return isReopened;
        })
        .toBe(true);
    }
  };
  await letPass(page, 15_000);
  build = 'new';
  await pass(6, (half) => page.mouse.move(300 + 50 * half, 300));
  expect(loads).toBe(0);
  await pass(7);
  await expect.poll(() => loads).toBe(1);
  await pass(7);
  expect(loads).toBe(1);
});
