import { expect, open, test } from '#tests/e2e/site/siteTest.ts';

test('legal pages, from the first section to the last', async ({ page }) => {
  await test.step('the privacy policy is dated, has ten sections behind its contents, its promises, and says on what basis, for how long, and to whom to complain', async () => {
    await open(page, '/en/privacy');
    await expect(page.getByText('Last updated: June 1, 2023')).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await expect(contents).toHaveCount(10);
    for (const link of await contents.all()) {
      const heading = page.locator((await link.getAttribute('href')) ?? '');
      await link.click();
      await expect(heading).toBeInViewport();
    }
    for (const promise of ['We do not sell personal data.', 'only with your consent'])
      await expect(page.getByText(promise).first()).toBeVisible();
    for (const right of ['access', 'correction', 'deletion', 'restriction', 'portability', 'objection']) {
      await expect(page.getByRole('listitem').filter({ hasText: right }).first()).toBeVisible();
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'contact page' })).toHaveAttribute(
      'href',
      '/en/contact',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/en/contact',
    );
    const section = (name: string) => page.getByRole('region', { name });
    await expect(section('How we use information')).toContainText('legal basis under the General Data Protection');
    await expect(section('Data retention')).toContainText('a delivered message after 30 days');
    await expect(section('Data retention')).toContainText('could not be delivered after 90 days');
    await expect(section('Your rights')).toContainText('erase every message you sent us');
    await expect(section('Your rights')).toContainText('lodge a complaint with a data protection authority');
    await expect(page.getByRole('main').getByRole('link', { name: 'Data notice' })).toHaveAttribute(
      'href',
      '/en/privacy/data',
    );
  });
  await test.step('legal pages are in English whatever the language around them, and say so', async () => {
    await open(page, '/bg/privacy');
    await expect(page.getByText('Този документ е достъпен само на английски език.')).toBeVisible();
    await expect(page.locator('article')).toHaveAttribute('lang', 'en');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/en\/privacy$/);
  });
  await test.step('the data notice is in the language of the page, dated, and says how long each thing is stored', async () => {
    await open(page, '/ru/privacy/data');
    await expect(page.locator('article')).toHaveAttribute('lang', 'ru');
    await expect(page.getByText('Последнее изменение:')).toContainText('2026 г.');
    await expect(page.getByRole('region', { name: 'Ключи API' })).toContainText('хранится 400 дней');
    await page.getByRole('link', { name: 'Условия бесплатных инструментов' }).click();
    await expect(page.getByRole('heading', { name: 'Условия бесплатных инструментов' })).toBeInViewport();
  });
  await test.step('an anchor of the terms opens its section, again and again', async () => {
    await open(page, '/en/terms#governing-law');
    await expect(page.getByText('without regard to its rules on conflict of laws')).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'User conduct' });
    for (let round = 0; round < 2; round += 1) {
      await link.click();
      await expect(page.getByText('present the data as an official warning')).toBeInViewport();
      await page.getByText('5. User conduct').click();
      await expect(page.getByText('present the data as an official warning')).toBeHidden();
    }
  });
  await test.step('find-in-page reaches closed text', async () => {
    await open(page, '/en/terms#:~:text=hold%20us%20harmless');
    await expect(page.getByText('You hold us harmless')).toBeVisible();
  });
  await test.step('the terms have twelve sections, closed until they are opened or printed, and links to the policy and to contact', async () => {
    await open(page, '/en/terms');
    await expect(page.getByText('Last updated: June 1, 2023')).toBeVisible();
    await expect(page.locator('details')).toHaveCount(12);
    await expect(page.locator('details[open]')).toHaveCount(0);
    for (const [section, text] of [
      ['2. Eligibility', 'at least 18 years old'],
      ['8. Limitation', 'the amount you paid us in the last 6 months, or to 100 dollars if that is greater'],
      ['10. Governing law', 'the laws of the state in which we are established'],
    ] as const) {
      await page.getByText(section).click();
      await expect(page.getByText(text)).toBeVisible();
    }
    await page.getByText('2. Eligibility').click();
    await expect(page.getByText('at least 18 years old')).toBeHidden();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Privacy Policy' }).last()).toHaveAttribute('href', '/en/privacy');
    await expect(main.getByRole('link', { name: 'Contact Us' }).last()).toHaveAttribute('href', '/en/contact');
    await page.emulateMedia({ media: 'print' });
    for (const section of await page.locator('details > div').all()) await expect(section).toBeVisible();
  });
});
