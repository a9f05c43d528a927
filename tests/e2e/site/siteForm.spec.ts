import { ContactFormPage } from './ContactFormPage.ts';
import { expect, open, test } from './siteTest.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the form of the sensor page sends what was typed, thanks and is empty again', async ({ page }) => {
  const form = new ContactFormPage(page);
  await form.answerWith(202);
  await open(page, '/en/sensor-infrastructure');
  await form.fill();
  await page.getByLabel('Phone').fill('+359 2 123');
  await form.send.click();
  await expect(page.getByText('Thank you for your message! We will contact you soon.')).toBeVisible();
  for (const field of [form.name, form.email, form.subject, form.message]) await expect(field).toHaveValue('');
  expect(form.sent).toEqual([
    {
      id: expect.stringMatching(UUID),
      name: 'Ana Petrova',
      email: 'ana@example.org',
      phone: '+359 2 123',
      subject: 'A question',
      message: 'How near was\nthe last strike?',
      language: 'en',
      website: '',
      filledMs: expect.any(Number),
    },
  ]);
});

test('an empty form names each fault beside its field and focuses the first; the field for machines is seen by nobody', async ({
  page,
}) => {
  await open(page, '/en/contact');
  const trap = page.locator('[name=website]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).not.toBeInViewport();
  await expect(page.getByLabel('Leave this field empty').and(page.getByRole('textbox'))).toHaveCount(0);
  await page.locator('form button[type=submit]').click();
  for (const name of ['name', 'email', 'subject', 'message']) {
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`[name=${name}]`)).toHaveAccessibleDescription(/^Please enter/);
  }
  await expect(page.locator('[name=name]')).toBeFocused();
  await expect(page.locator('[name=company]')).toHaveAttribute('aria-invalid', 'false');
});

test('while it is on its way the form says so, and asking again sends nothing twice', async ({ page }) => {
  const form = new ContactFormPage(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/contact', async (route) => {
    form.sent.push(route.request().postDataJSON());
    await answered;
    await route.fulfill({ status: 202, json: {} });
  });
  await open(page, '/en/contact');
  await form.fill();
  await form.send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Sending your message...' })).toBeVisible();
  await form.subject.press('Enter');
  answer();
  await expect(page.getByText('Thank you for your message!')).toBeVisible();
  expect(form.sent).toHaveLength(1);
});

/** Notes when, by the page's clock, each request was sent. */
const noteSendTimes = `(() => {
  const send = window.fetch.bind(window);
  window.sentAtMs = [];
  window.fetch = (...call) => {
    window.sentAtMs.push(Date.now());
    return send(...call);
  };
})()`;
const PATIENT = { timeout: 30_000, intervals: [50] };

test('a server that fails is asked again after 2, 4 and 8 s; then the visitor keeps the text and gets an address', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  await page.addInitScript(noteSendTimes);
  const form = new ContactFormPage(page);
  await form.answerWith(503);
  await open(page, '/en/contact');
  await form.fill();
  await form.send.click();
  const alert = page.getByRole('alert');
  // The page's clock moves in small steps, so that it stands still while an answer is on its way.
  await expect
    .poll(async () => {
      await page.clock.runFor(250);
      return alert.isVisible();
    }, PATIENT)
    .toBe(true);
  const sentAtMs = await page.evaluate<number[]>('window.sentAtMs');
  const waitsMs = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
  expect(waitsMs).toHaveLength(3);
  for (const [index, leastMs] of [2_000, 4_000, 8_000].entries())
    expect(waitsMs[index]).toBeGreaterThanOrEqual(leastMs);
  await expect(alert).toContainText('There was an error sending your message. Please try again later.');
  await expect(alert.getByRole('link')).toHaveAttribute('href', 'mailto:contact@example.org');
  await expect(form.message).toHaveValue('How near was\nthe last strike?');
  expect(new Set(form.sent.map(({ id }) => id)).size).toBe(1);
  const [failure] = complaints.splice(0).filter((text) => !text.includes('503 (Service Unavailable)'));
  expect(failure).toContain('Contact form:');
});

test('the same words keep their key through a failure and a reload; changed words are another message', async ({
  page,
  complaints,
}) => {
  const form = new ContactFormPage(page);
  await form.answerWith(429);
  await open(page, '/en/contact');
  await form.fill();
  await form.send.click();
  await expect(page.getByRole('alert')).toContainText('There was an error');
  await page.reload();
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await expect(form.message).toHaveValue('How near was\nthe last strike?');
  await form.send.click();
  await expect(page.getByRole('alert')).toContainText('There was an error');
  await form.message.fill('Something else');
  await form.send.click();
  await expect(page.getByRole('alert')).toContainText('There was an error');
  const [first, second, third] = form.sent.map(({ id }) => id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  complaints.splice(0);
});

test('a message that waits for a coming day is thanked for and told so, and the form is empty', async ({ page }) => {
  const form = new ContactFormPage(page);
  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 202, json: { status: 'deferred' } }));
  await open(page, '/en/contact');
  await form.fill();
  await form.send.click();
  await expect(page.locator('form').getByRole('status')).toContainText(
    'yours will reach us tomorrow or in the next few',
  );
  await expect(page.getByText('We will contact you soon')).toHaveCount(0);
  for (const field of [form.name, form.email, form.subject, form.message]) await expect(field).toHaveValue('');
});

test('faults that only the server found are shown beside their fields', async ({ page, complaints }) => {
  const form = new ContactFormPage(page);
  await page.route('**/api/v1/contact', (route) =>
    route.fulfill({ status: 400, json: { errors: { subject: 'tooLong' } } }),
  );
  await open(page, '/en/contact');
  await form.fill();
  await form.send.click();
  await expect(form.subject).toHaveAccessibleDescription('Please shorten this text');
  await expect(form.subject).toBeFocused();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('after a refused form the label of the focused field is not hidden behind the header', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 500 });
  await open(page, '/en/contact');
  const form = new ContactFormPage(page);
  await form.fill();
  await form.name.fill('');
  await form.send.scrollIntoViewIfNeeded();
  await form.send.click();
  await expect(form.name).toBeFocused();
  const label = page.locator('label', { hasText: 'Name' }).first();
  await expect
    .poll(async () => ((await label.boundingBox())?.y ?? 0) - (await page.locator('header').evaluate(bottomOf)))
    .toBeGreaterThanOrEqual(0);
});

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom;
}
