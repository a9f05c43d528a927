import * as v from 'valibot';
import { VerificationBody } from '#shared/wire/VerificationBody.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { replayedBody, verificationBody } from '#tests/verify/e2e/site/verificationBody.ts';

const NOW_MS = Date.UTC(2026, 6, 31, 12);

test('[PR3] [PR7] [PR8] the proof says what came of what we said, what is too few or withheld, and whose storms they were, and apart from it what was replayed', async ({
  page,
  consoleErrors,
}) => {
  let fails = true;
  await page.route('**/api/v1/verification', (route) => {
    if (fails) return route.fulfill({ status: 503, json: {} });
    const body = verificationBody(NOW_MS, {
      source: 'simulated',
      position30: { cases: 12, errorKm: 11.9, stayingKm: 24.8 },
      withheld: [{ part: 'eta', why: 'share' }],
      replayed: replayedBody(NOW_MS),
    });
    return route.fulfill({ json: v.parse(VerificationBody, body) });
  });
  await open(page, '/en/proof');
  await expect(page.getByRole('alert')).toContainText('The figures are unavailable.');
  consoleErrors.length = 0;
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');

  await expect(page.getByText('Simulated storms')).toBeVisible();
  await expect(page.getByText('When we said 20% to 30% for the next 30 minutes, lightning came in 23%')).toBeVisible();
  const figure = page.getByRole('figure', { name: 'Lightning within 10 km in the next 30 minutes' });
  await expect(figure.getByRole('row', { name: '20–30% 25% 23% 3,610' })).toBeVisible();
  await expect(figure.getByRole('row', { name: '70–100% not enough yet 118' })).toBeVisible();
  await expect(figure.locator('circle')).toHaveCount(8);
  await expect(figure.locator('circle[data-few]')).toHaveCount(1);
  await expect(page.getByText('12 of 300 cases')).toBeVisible();
  await expect(page.getByText('The minutes until it arrives: withheld')).toBeVisible();
  await page.getByText('Replayed over the past 14 days').click();
  await expect(page.getByText('Never published')).toBeVisible();
  await expect(figure.getByRole('row', { name: '20–30% 25% 27% 7,220' })).toBeVisible();
  const fires = page.getByRole('table', { name: 'Fires: was it lightning?' });
  await expect(fires.getByRole('row', { name: /^chance 50% or more( \d+%){3}$/ })).toHaveCount(3);
  await expect(page.getByText('with no real fires')).toBeVisible();
  expect(await axeViolations(page, 'main')).toEqual([]);
});
