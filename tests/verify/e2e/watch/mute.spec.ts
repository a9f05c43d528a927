import { randomUUID } from 'node:crypto';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { expect, test } from '#tests/support/journey.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { startHookReceiver } from '#worker/dev/fakes/hookReceiver.ts';

const AREA = randomUUID();
const HOOK = randomUUID();
/** The sky is the simulator’s, with storms at any hour: twenty strikes within 3 km raise a level, fewer do not. */
const CAMP = {
  name: 'Camp',
  kind: 'site',
  shape: { type: 'Point', coordinates: [25.49, 42.71] },
  ringsKm: [3, 2, 1],
  dwellMin: 30,
  least: 20,
};

test('the link in a message changes nothing when opened, and mutes its recipient when asked to', async ({
  page,
  baseURL,
}) => {
  const hooks = await startHookReceiver();
  try {
    const watchlist = await WatchClient.create(String(baseURL));
    await watchlist.call('PUT', `/areas/${AREA}`, CAMP);
    await watchlist.call('PUT', `/recipients/${HOOK}`, { channel: 'webhook', name: 'Siren', url: hooks.urlOf('mine') });
    const siren = async () => (await watchlist.state()).recipients?.[0];
    await expect.poll(async () => (await siren())?.state).toBe('proven');
    await watchlist.call('POST', `/areas/${AREA}/drill`);
    const linked = () => hooks.arrivals.map(({ message }) => message.data.url).find((url) => url !== undefined);
    await expect.poll(linked).toContain('#mute=');
    const { pathname, hash } = new URL(String(linked()));
    expect(pathname).toContain(`/bg/watch/${watchlist.keys.id}/`);

    await page.goto(`/en${pathname.slice(3)}${hash}`);
    const box = page.locator('[data-muting]');
    await expect(box.getByRole('heading', { name: 'Mute these messages' })).toBeVisible();
    expect((await siren())?.mutedUntil).toBeUndefined();
    expect(await axeViolations(page, 'main')).toEqual([]);
    const outcome = box.getByRole('status');
    await box.getByRole('button', { name: 'Mute for 4 h' }).focus();
    await page.keyboard.press('Enter');
    await expect(outcome).toContainText(/Siren is muted until .*\d\d:\d\d/);
    const mutedMs = ((await siren())?.mutedUntil ?? 0) - Date.now();
    expect(mutedMs).toBeGreaterThan(238 * 60_000);
    expect(mutedMs).toBeLessThanOrEqual(240 * 60_000);
    await box.getByRole('button', { name: 'Until the all-clear (12 h at most)' }).click();
    await expect(outcome).toContainText('No alarm there now');
    await box.getByRole('button', { name: 'End the mute' }).click();
    await expect(outcome).toContainText('Siren is not muted');
    expect((await siren())?.mutedUntil).toBeUndefined();

    await watchlist.call('DELETE', `/recipients/${HOOK}`);
    await box.getByRole('button', { name: 'Mute for 1 h' }).click();
    await expect(outcome).toContainText('This link has expired');
    await watchlist.call('DELETE', '');
    await box.getByRole('button', { name: 'Mute for 1 h' }).click();
    await expect(outcome).toContainText('This place was deleted');
  } finally {
    await hooks.close();
  }
});

test('a link of a message that is not whole says so; with a key of the watchlist its panel stands around it', async ({
  page,
}) => {
  const server = new WatchlistServer();
  await server.start(page);
  const broken = `#mute=${HOOK}.0123`;
  await page.goto(`/en${WatchlistServer.path}${broken}`);
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
  await page.goto(`/en${WatchlistServer.path}${broken}&view=${'b'.repeat(32)}`);
  await expect(page.locator('[data-watch]').getByRole('alert')).toContainText('This link is incomplete');
  expect(server.calls).toEqual([]);
});
