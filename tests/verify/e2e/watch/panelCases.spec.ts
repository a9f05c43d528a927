import { LANGUAGES } from '#shared/languages.ts';
import { goodFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { strikeAt, WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, test } from '#tests/support/journey.ts';

const MINUTE = 60_000;

test('where only what approaches is told, a storm that stays away is clear, and no more is claimed than of the stop ring', async ({
  page,
}) => {
  const strikes = [1, 2, 3, 6, 7, 8, 11, 12, 13].map((min, index) => strikeAt(25, min * MINUTE, index + 1));
  const panel = new WatchPanel(page);
  await panel.open({ strikes }, `/watch${WatchPanel.SOFIA}&approach=1`);
  await expect(panel.state).toHaveText('Clear');
  await expect(panel.panel).toContainText('No strike within 10 km for 30 min');
  await expect(panel.panel).toContainText('Watch and warning only for storms that come closer.');
  await expect(panel.panel).not.toContainText('No strike within 30 km');
  await expect(panel.panel.locator('[data-nearest]')).toContainText('km north');
});

test('where strikes further out go on, the lifting of stop and the all-clear are told apart', async ({ page }) => {
  const panel = new WatchPanel(page);
  await panel.open({ strikes: [strikeAt(8, 10 * MINUTE), strikeAt(25, MINUTE, 2)] });
  await expect(panel.panel).toContainText('Stop not lifted before');
  await expect(panel.panel.getByRole('timer')).toHaveText([/^2[01]:\d\d left$/, /^(29|30):\d\d left$/]);
});

for (const [which, feed, cause] of [
  ['does not say how far its data goes', () => ({ ...goodFeed(), completeToMs: undefined }), 'server'],
  ['says that the feed is down', () => ({ ...goodFeed(), state: 'down' as const }), 'feed'],
] as const) {
  test(`a server that ${which} is NO DATA, never clear`, async ({ page }) => {
    const panel = new WatchPanel(page);
    await panel.open({ feed });
    await expect(panel.panel.locator(`[data-cause="${cause}"]`)).toBeVisible();
    await expect(panel.state).toHaveText('No data');
  });
}

test('a place whose rings reach beyond what is always watched is said not to be watched', async ({ page }) => {
  const panel = new WatchPanel(page);
  await panel.open({}, '/watch#at=47.95,16.4&name=Wien');
  await expect(panel.panel.locator('[data-cause="outside"]')).toContainText('Outside our coverage');
  await expect(panel.state).toHaveText('No data');
});

test('whoever goes from the panel on to another place gets there without an error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const panel = new WatchPanel(page);
  await panel.open();
  await expect(panel.state).toHaveText('Clear');
  await page.getByRole('button', { name: 'Another place' }).click();
  await expect(page.getByRole('combobox', { name: 'Place or coordinates' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('an address that breaks a rule says which', async ({ page }) => {
  const panel = new WatchPanel(page);
  await panel.open({}, '/watch#at=42.7,23.3&rings=10,16,30');
  await expect(page.getByText('The distances must shrink').first()).toBeVisible();
});

for (const language of LANGUAGES) {
  test(`on a wall all of the panel is on one screen, and nothing is cut (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    const panel = new WatchPanel(page);
    await panel.open({ strikes: [strikeAt(8, 10 * MINUTE)] }, `/${language}/watch?wall=1${WatchPanel.SOFIA}`);
    await expect(panel.state).toBeVisible();
    await expect(panel.panel).toHaveAttribute('data-watch', 'stop');
    await expect(page.getByRole('banner')).toHaveCount(0);
    const truncated = await panel.panel.evaluate((element) =>
      [element, ...element.querySelectorAll('div, figure, section')]
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect(truncated).toEqual([]);
    const word = await panel.state.locator('strong').boundingBox();
    expect(word?.height ?? 0).toBeGreaterThan(100);
  });
}
