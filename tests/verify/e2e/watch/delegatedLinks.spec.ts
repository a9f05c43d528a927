import { randomUUID } from 'node:crypto';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, test } from '#tests/support/journey.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';

/** A watchlist that watches a camp at Sofia. */
async function watchedCamp(baseURL: string | undefined) {
  const watchlist = await WatchClient.create(String(baseURL));
  const area = randomUUID();
  const shape = { type: 'Point', coordinates: [23.3219, 42.6977] };
  await watchlist.call('PUT', `/areas/${area}`, { name: 'Camp', kind: 'site', shape });
  return { watchlist, area };
}

test('the link of those on duty, pasted elsewhere, opens the panel, writes into the log and does nothing more', async ({
  page,
  baseURL,
}) => {
  const { watchlist, area } = await watchedCamp(baseURL);
  const path = `/en/watch/${watchlist.keys.id}/${area}`;
  await page.goto(`${path}#owner=${watchlist.keys.ownerKey}`);
  await page.getByRole('button', { name: 'Make the address of the feed' }).click();
  await expect(page.getByLabel(/^Atom feed/)).toHaveValue(/\/feed\.atom$/);
  await page.getByRole('button', { name: 'Make a link for those on duty' }).click();
  const link = await page.getByLabel(/^Duty link/).inputValue();
  expect(link).toContain(`${path}#duty=`);
  expect(await axeViolations(page, 'main')).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/en/watch');
  const field = page.getByRole('textbox', { name: 'I have a watch link' });
  await field.fill(link.replace(/#.*/, ''));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not a watch link.')).toBeVisible();
  await field.fill(link);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('Saved in the log.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recipients' })).toHaveCount(0);
  const entries = (await watchlist.lines(area)).map(({ entry }) => entry);
  expect(entries.at(-1)).toMatchObject({ type: 'note', kind: 'acknowledged', name: 'Ana' });
});

test('a key that was handed out is renewed or revoked once its owner is sure, and the old one opens nothing', async ({
  page,
  baseURL,
}) => {
  const { watchlist, area } = await watchedCamp(baseURL);
  const { dutyKey } = (await (await watchlist.call('POST', '/duty-key')).json()) as { dutyKey: string };
  const statusOf = async (key: string) => (await watchlist.call('GET', '/state', undefined, key)).status;
  await page.goto(`/en/watch/${watchlist.keys.id}/${area}#owner=${watchlist.keys.ownerKey}`);
  const duty = page.locator('[data-lent="duty"]');
  await expect(duty).toContainText('A duty link is in use.');
  await duty.getByRole('button', { name: 'New duty link' }).focus();
  await page.keyboard.press('Enter');
  await expect(duty.getByRole('alert').first()).toContainText('stops working immediately');
  await expect(duty.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(duty.getByRole('button', { name: 'New duty link' })).toBeFocused();
  expect(await statusOf(dutyKey)).toBe(200);
  await page.keyboard.press('Enter');
  await duty.getByRole('button', { name: 'Yes, make a new one' }).click();
  const link = await duty
    .getByLabel(/^Duty link/, { exact: false })
    .first()
    .inputValue();
  const renewed = /#duty=([0-9a-f]{32})$/.exec(link)?.[1] ?? '';
  expect([await statusOf(dutyKey), await statusOf(renewed)]).toEqual([401, 200]);
  await duty.getByRole('button', { name: /^Show as QR code/ }).click();
  await expect(duty).toContainText('Anyone who scans this can view, and write in the log.');
  await expect(duty.getByRole('img', { name: /^QR: Duty link/ })).toBeVisible();
  expect(await axeViolations(page, 'main')).toEqual([]);
  await duty.getByRole('button', { name: 'Revoke the duty link' }).click();
  await duty.getByRole('button', { name: 'Yes, revoke it' }).click();
  await expect(duty.getByRole('status')).toHaveText('The duty link no longer works.');
  await expect(duty.getByRole('button', { name: 'Make a link for those on duty' })).toBeVisible();
  expect(await statusOf(renewed)).toBe(401);
});

test('owner and view keys are made anew by keyboard; no lost answer loses the watchlist, and the old keys open nothing', async ({
  page,
  baseURL,
}) => {
  const { watchlist, area } = await watchedCamp(baseURL);
  const { id, ownerKey, viewKey } = watchlist.keys;
  const statusOf = async (key: string) => (await watchlist.call('GET', '/state', undefined, key)).status;
  await page.goto(`/en/watch/${id}/${area}#owner=${ownerKey}&view=${viewKey}`);
  const renew = page.locator('[data-renew-keys]');
  await renew.getByRole('button', { name: 'New view key' }).focus();
  await page.keyboard.press('Enter');
  await expect(renew.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(renew.getByRole('status')).toContainText('The old view link no longer works.');
  expect(await statusOf(viewKey)).toBe(401);
  expect(await axeViolations(page, 'main')).toEqual([]);

  // The server takes the key, and its answer is lost.
  await page.route('**/owner-key', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await renew.getByRole('button', { name: 'New owner key' }).click();
  await renew.getByRole('button', { name: 'Yes, make a new one' }).click();
  await expect(page).not.toHaveURL(new RegExp(ownerKey), { timeout: 30_000 });
  expect(await statusOf(ownerKey)).toBe(401);
  const keys = new URLSearchParams(new URL(page.url()).hash.slice(1));
  expect([await statusOf(keys.get('owner') ?? ''), await statusOf(keys.get('view') ?? '')]).toEqual([200, 200]);
  await expect(page.getByRole('heading', { name: 'Recipients' })).toBeVisible();
});
