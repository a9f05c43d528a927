import type { FiresBody } from '#shared/fires/FiresBody.ts';
import { expectSound } from '#tests/e2e/site/expectSound.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { startDanger } from '#worker/dev/standIns/fires/startDanger.ts';

test('fire danger lies under the map when it is asked for, and a blank picture tells nothing', async ({ page }) => {
  const wms = await startDanger();
  const pictures: Buffer[] = [];
  for (const fault of ['blank', undefined] as const) {
    if (fault) wms.fail(fault);
    const drawn = await fetch(`${wms.url}&width=512&height=531`);
    pictures.push(Buffer.from(await drawn.arrayBuffer()));
  }
  await wms.close();
  let at = 0;
  const body: FiresBody = {
    fires: [],
    sources: [],
    fireDanger: { day: new Date().toISOString().slice(0, 10), bbox: [13, 34, 31, 48], attribution: 'EFFIS, CC BY 4.0' },
  };
  await page.route('**/api/v1/fires', (route) => route.fulfill({ json: body }));
  await page.route('**/api/v1/fires/danger.png*', (route) =>
    route.fulfill({ body: pictures[at] ?? '', contentType: 'image/png' }),
  );
  await open(page, '/en/fires?view=42.5,24.5,7z');
  const choice = page.locator('[data-fire-danger]');
  await choice.getByRole('checkbox').check();
  await expect(choice.getByRole('status')).toContainText('nothing is told of the danger');
  await expect(page.locator('[data-fires-legend]')).not.toContainText('EFFIS');

  at = 1;
  await choice.getByRole('checkbox').uncheck();
  await choice.getByRole('checkbox').check();
  await expect(choice).toContainText('low danger does not mean that nothing can burn');
  await expect(page.locator('[data-fires-legend]')).toContainText('Fire danger: EFFIS, CC BY 4.0');
  await expect(choice.getByRole('status')).toBeEmpty();
  await expectSound(page);
});
