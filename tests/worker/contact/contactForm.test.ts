import { describe, expect, test } from 'vitest';
import { contactBench, marker } from '#tests/support/contact/contactBench.ts';

const bench = contactBench();

describe('a form without JavaScript', () => {
  const asForm = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({
      language: 'ru',
      name: 'Елена',
      email: 'elena@mail.bg',
      company: '',
      phone: '',
      subject: 'Датчики',
      message: 'Здравствуйте!\r\nСколько?',
      website: '',
      ...fields,
    }).toString();

  test('is answered 303 to the page that says thanks, in the language of the form', async () => {
    const subject = marker();
    const response = await bench.post(form({ subject }), asForm);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/ru/contact/sent#outcome']);
    expect(bench.messagesWith(subject)).toMatchObject([
      { message: expect.stringContaining('│ Здравствуйте!\n│ Сколько?\n') },
    ]);
  });

  test('sent again by a reload is one message', async () => {
    const body = form({ subject: marker() });
    await bench.post(body, asForm);
    await bench.post(body, asForm);
    expect(await bench.outbox()).toHaveLength(1);
  });

  test('takes the longest message there is in Cyrillic', async () => {
    const response = await bench.post(form({ message: 'Щ'.repeat(3_000) }), asForm);
    expect(response.status).toBe(303);
    expect(await bench.outbox()).toHaveLength(1);
  });

  test('gets a problem in JSON where no page is asked for', async () => {
    const response = await bench.post(form({ email: 'nobody' }), { ...asForm, accept: '*/*' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { email: 'emailInvalid' } });
  });
});
