import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { WatchClient } from '../../support/WatchClient.ts';
import { axeViolations } from '../axeViolations.ts';

test('the link of those on duty, pasted elsewhere, opens the panel, writes into the log and does nothing more', async ({
  page,
  baseURL,
}) => {
  const book = await WatchClient.create(String(baseURL));
  const area = randomUUID();
  const shape = { type: 'Point', coordinates: [23.3219, 42.6977] };
  await book.call('PUT', `/areas/${area}`, { name: 'Camp', kind: 'site', shape });
  const path = `/en/watch/${book.keys.id}/${area}`;
  await page.goto(`${path}#owner=${book.keys.ownerKey}`);
  await page.getByRole('button', { name: 'Make the address of the feed' }).click();
  await expect(page.getByLabel(/^Atom feed/)).toHaveValue(/\/feed\.atom$/);
  await page.getByRole('button', { name: 'Make a link for those on duty' }).click();
  const link = await page.getByLabel(/^Duty link/).inputValue();
  expect(link).toContain(`${path}#duty=`);
  expect(await axeViolations(page, 'main')).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/en/watch');
  const field = page.getByRole('textbox', { name: 'I have a link to a watchbook' });
  await field.fill(link.replace(/#.*/, ''));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is no link to a watchbook.')).toBeVisible();
  await field.fill(link);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('It stands in the log.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Who is told' })).toHaveCount(0);
  const entries = (await book.lines(area)).map(({ entry }) => entry);
  expect(entries.at(-1)).toMatchObject({ type: 'note', kind: 'acknowledged', name: 'Ana' });
});
