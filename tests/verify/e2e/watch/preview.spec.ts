import { expect, test } from '#tests/support/journey.ts';

test('before a place is watched it is told how often that would have alarmed, and how far back the archive goes', async ({
  page,
}) => {
  await page.goto('/en/watch');
  await page.getByRole('button', { name: 'How often in the last 14 days?' }).click();
  await expect(page.getByText('Enter a place, coordinates or a map link.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Place or coordinates' }).fill('42.70, 23.32');
  await page.getByRole('button', { name: 'How often in the last 14 days?' }).click();
  // A product that has just been started: days of it are not in its archive.
  await expect(page.locator('[data-preview]')).toContainText(
    /(Only [\d.]+ days? available|No data for this place yet)/,
  );
});
