import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { expect, test } from '#tests/support/journey.ts';

test('a view outside the coverage says that it is not watched, and counts nothing', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open('/map?view=64.5,-19,6z');
  await expect(screen.state).toContainText('Not watched');
  await expect(screen.details).toContainText('outside our coverage');
  await expect(screen.details).not.toContainText('strikes in view');
  await expect(page.getByText('No lightning events found')).toBeHidden();
});

test('[ST11] a view abroad waits for its own first answer, and is live by its own age', async ({ page }) => {
  const screen = new MapPage(page);
  // Other pages look elsewhere meanwhile, and all places abroad take turns.
  await screen.open('/map?view=52,-8,8z');
  await expect(screen.state).toContainText(/Connecting|Live · /);
  await expect(screen.state).toContainText(/Live · updated \d/, { timeout: 120_000 });
});
