import type { Page, Route } from '@playwright/test';
import bg from '#shared/i18n/bg/form/index.ts';
import en from '#shared/i18n/en/form/index.ts';
import ru from '#shared/i18n/ru/form/index.ts';
import { expect, open, test } from './siteTest.ts';

/** From the browser through the Worker and its outbox to the provider's notification call, each journey in another language. */
const LANGUAGES = { en, ru, bg } as const;
const TYPED = { name: 'Ана Petrova', email: 'ana@mail.bg', message: 'How near was\nthe last strike?' };
const FIELDS = ['name', 'email', 'company', 'phone', 'subject', 'message'] as const;
const ERRORS = [
  ['name', '', 'nameRequired'],
  ['email', '  ', 'emailRequired'],
  ['email', 'ana@mail', 'emailInvalid'],
  ['phone', 'абв', 'phoneInvalid'],
  ['subject', ' ', 'subjectRequired'],
  ['message', '\n', 'messageRequired'],
] as const;

type Language = keyof typeof LANGUAGES;
type Notifications = 'on' | 'rejecting';

// The provider's faults are one setting for all tests, so these tests take turns.
test.describe.configure({ mode: 'default' });

async function setNotifications(page: Page, notifications: Notifications): Promise<void> {
  const response = await page.request.put(`${process.env.SIMULATOR_URL}/_simulator/faults`, {
    data: { notifications },
  });
  expect(response.status()).toBe(200);
}

async function messagesWith(page: Page, text: string): Promise<string[]> {
  const result = await page.request.get(`${process.env.SIMULATOR_URL}/_simulator/messages`);
  const { messages }: { messages: { message: string }[] } = await result.json();
  return messages.map(({ message }) => message).filter((message) => message.includes(text));
}

const newSubject = () => `Subject ${crypto.randomUUID()}`;
/** The field by the name that a screen reader gives it; optional ones say so behind it. */
const field = (page: Page, language: Language, name: (typeof FIELDS)[number]) =>
  page.getByRole('textbox', { name: new RegExp(`^${LANGUAGES[language][name]}( \\(.+\\))?$`) });
const send = (page: Page, language: Language) => page.getByRole('button', { name: LANGUAGES[language].send });
const outcome = (page: Page, role: 'status' | 'alert') => page.locator('form').getByRole(role);

async function fill(page: Page, language: Language, subject: string): Promise<void> {
  await field(page, language, 'name').fill(TYPED.name);
  await field(page, language, 'email').fill(TYPED.email);
  await field(page, language, 'phone').fill('');
  await field(page, language, 'subject').fill(subject);
  await field(page, language, 'message').fill(TYPED.message);
}

async function expectTyped(page: Page, language: Language, subject: string, but?: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...TYPED, subject })) {
    if (name === but) continue;
    await expect(field(page, language, name as keyof typeof TYPED)).toHaveValue(value);
  }
}

let visitors = 0;
test.beforeEach(async ({ page }) => {
  // Each test is a visitor from another network, because of the limit per minute.
  visitors += 1;
  await page.setExtraHTTPHeaders({ 'cf-connecting-ip': `198.18.${visitors}.1` });
  await setNotifications(page, 'on');
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a message that the keyboard alone has typed arrives just so, here from the sensor page; the form thanks and is empty, and the field for machines is in nobody’s way', async ({
  page,
}) => {
  const subject = newSubject();
  await open(page, '/en/sensor-infrastructure');
  const request = page.waitForRequest('**/api/v1/contact');
  await field(page, 'en', 'name').focus();
  for (const text of [TYPED.name, TYPED.email, 'Planina', '+359 2 123', subject]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (const [line, text] of TYPED.message.split('\n').entries()) {
    if (line > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(text);
  }
  await expect(page.locator('[name=website]')).not.toBeInViewport();
  await expect(page.getByRole('textbox', { name: en.trap })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(send(page, 'en')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(outcome(page, 'status')).toHaveText(en.success);
  for (const name of FIELDS) await expect(field(page, 'en', name)).toHaveValue('');
  expect((await request).postDataJSON()).toEqual({
    id: expect.stringMatching(UUID),
    ...TYPED,
    company: 'Planina',
    phone: '+359 2 123',
    subject,
    language: 'en',
    website: '',
    filledMs: expect.any(Number),
  });
  expect(await messagesWith(page, subject)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Contact form: new message\nName: Ана Petrova\nEmail: ana@mail.bg\nCompany: Planina\nPhone: \\+359 2 123\nSubject: ${subject}\nMessage:\nHow near was\nthe last strike\\?\n[0-9a-f-]{36}$`,
      ),
    ),
  ]);
});

/** Lets the server answer so from now on; returns the bodies that it was sent. */
async function respondWith(page: Page, result: Parameters<Route['fulfill']>[0]) {
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/v1/contact', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill(result);
  });
  return sent;
}

test('a plan that was chosen is the subject; a day that is full is told at once with the address to write to, and what was typed stays through a reload, with its key', async ({
  page,
  consoleErrors,
}) => {
  const full = { status: 503, headers: { 'retry-after': '43200' }, json: { code: 'too-many' } };
  const sent = await respondWith(page, full);
  await open(page, '/en');
  await page.getByRole('link', { name: 'Contact sales about the Professional plan' }).click();
  const subject = 'The Professional plan';
  await expect(field(page, 'en', 'subject')).toHaveValue(subject);
  await expect(field(page, 'en', 'name')).toBeInViewport();
  await fill(page, 'en', subject);
  await send(page, 'en').click();
  const alert = outcome(page, 'alert');
  await expect(alert).toHaveText(en.full.replace('{email:string}', 'contact@example.org'));
  await expect(alert.getByRole('link')).toHaveAttribute('href', 'mailto:contact@example.org');
  await page.reload();
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await expectTyped(page, 'en', subject);
  expect(sent).toHaveLength(1);
  await send(page, 'en').click();
  await expect(alert).toBeVisible();
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
  expect(consoleErrors.splice(0).join()).toContain('Contact form:');
});

test('each fault is told at its field, below the header; editing takes it away, and what only the server found stands there too', async ({
  page,
  consoleErrors,
}) => {
  const subject = newSubject();
  await page.setViewportSize({ width: 1_280, height: 500 });
  await open(page, '/bg/contact');
  const header = page.locator('header');
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  for (const [name, value, code] of ERRORS) {
    await fill(page, 'bg', subject);
    const faulty = field(page, 'bg', name);
    await faulty.fill(value);
    await send(page, 'bg').click();
    await expect(faulty).toBeFocused();
    await expect(faulty).toHaveAttribute('aria-invalid', 'true');
    await expect(faulty).toHaveAccessibleDescription(bg.errors[code]);
    const label = page.locator('label', { hasText: bg[name] }).first();
    const below = async () => ((await label.boundingBox())?.y ?? 0) - (await header.evaluate(bottomOf));
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    await faulty.press('a');
    await expect(faulty).toHaveAttribute('aria-invalid', 'false');
  }
  await respondWith(page, { status: 400, json: { errors: { subject: 'tooLong' } } });
  await fill(page, 'bg', subject);
  await send(page, 'bg').click();
  await expect(field(page, 'bg', 'subject')).toHaveAccessibleDescription(bg.errors.tooLong);
  await expect(field(page, 'bg', 'subject')).toBeFocused();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  expect(await messagesWith(page, subject)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form leads to a page that thanks, and sent twice it is one message', async ({ page }) => {
    const subject = newSubject();
    for (const _ of ['sent', 'sent again']) {
      await page.goto('/ru/contact');
      await fill(page, 'ru', subject);
      await send(page, 'ru').click();
      await expect(page).toHaveURL('/ru/contact/sent#outcome');
      await expect(outcome(page, 'status')).toHaveText(ru.success);
      await expect(field(page, 'ru', 'subject')).toHaveValue('');
    }
    expect(await messagesWith(page, subject)).toHaveLength(1);
  });

  test(`each fault is told at its field, and what was typed is still there`, async ({ page, consoleErrors }) => {
    const subject = `${newSubject()} "<b>&`;
    await page.goto('/en/contact');
    await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
    const mail = ERRORS.filter(([name]) => name === 'email');
    for (const [round, [, email, emailCode]] of mail.entries()) {
      // All at once, then one alone.
      const errors =
        round === 0 ? ERRORS.filter(([, , code]) => code !== 'emailInvalid') : [['email', email, emailCode] as const];
      await fill(page, 'en', subject);
      for (const [name, value] of errors) await field(page, 'en', name).fill(value);
      await send(page, 'en').click();
      for (const [name, , code] of errors) {
        await expect(field(page, 'en', name)).toHaveAccessibleDescription(en.errors[code]);
        await expect(field(page, 'en', name)).toHaveAttribute('aria-invalid', 'true');
      }
      await expect(field(page, 'en', errors[0]?.[0] ?? 'name')).toBeFocused();
      if (round > 0) await expectTyped(page, 'en', subject, 'email');
    }
    expect(consoleErrors.splice(0)).toEqual(mail.map(() => expect.stringContaining('400 (Bad Request)')));
    await fill(page, 'en', subject);
    await send(page, 'en').click();
    await expect(outcome(page, 'status')).toHaveText(en.success);
    expect(await messagesWith(page, subject)).toHaveLength(1);
  });
});

test('a provider that refuses is told and nothing typed is lost; the next try says that it is on its way, and asking again sends nothing twice', async ({
  page,
  consoleErrors,
}) => {
  const subject = newSubject();
  await setNotifications(page, 'rejecting');
  await open(page, '/en/contact');
  await fill(page, 'en', subject);
  await send(page, 'en').click();
  await expect(outcome(page, 'alert')).toContainText(en.failure);
  await expect(outcome(page, 'alert').getByRole('link')).toHaveAttribute('href', /^mailto:/);
  await expectTyped(page, 'en', subject);
  expect(consoleErrors.splice(0).join('\n')).toContain('Contact form:');
  await setNotifications(page, 'on');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/v1/contact', async (route) => {
    await held;
    await route.continue();
  });
  await send(page, 'en').click();
  await expect(outcome(page, 'status')).toHaveText(en.sending);
  await field(page, 'en', 'subject').press('Enter');
  letGo();
  await expect(outcome(page, 'status')).toHaveText(en.success);
  expect(await messagesWith(page, subject)).toHaveLength(1);
});

test(`without a network the visitor is told at once and keeps the text; with one again it is sent once`, async ({
  page,
  context,
}) => {
  const subject = newSubject();
  await page.clock.install();
  await open(page, '/en/contact');
  await fill(page, 'en', subject);
  await page.clock.runFor(1_000);
  await context.setOffline(true);
  await send(page, 'en').click();
  await expect(outcome(page, 'alert')).toContainText(en.offline);
  await expectTyped(page, 'en', subject);
  await context.setOffline(false);
  await expect(page.getByText(en.offline)).toBeHidden();
  await send(page, 'en').click();
  await expect(outcome(page, 'status')).toHaveText(en.success);
  expect(await messagesWith(page, subject)).toHaveLength(1);
});
