import { expect, test } from 'vitest';
import { refusedFields, submitContact } from '#web/site/contact/submitContact.ts';

const request = {
  id: '7b1c0f7e-3d55-4c5e-9a0e-2f6d8f5f3a11',
  name: 'Ana',
  email: 'a@b.c',
  subject: 'Hi',
  message: 'Hello',
};

const answering = (response: () => Response) => ({ fetch: async () => response(), wait: async () => undefined });

test('202 is success: delivered, queued, or deferred to a coming day', async () => {
  for (const status of ['delivered', 'queued', 'deferred']) {
    const means = answering(() => Response.json({ id: request.id, status }, { status: 202 }));
    await expect(submitContact(request, means)).resolves.toEqual({
      ok: true,
      value: { deferred: status === 'deferred' },
    });
  }
});

test('faults the server found are tied to their fields; what is no field or no code is left out', async () => {
  const errors = { email: 'emailInvalid', name: 'nonsense', hasOwnProperty: 'tooLong', subject: 'tooLong' };
  const means = answering(() => Response.json({ errors }, { status: 400 }));
  const sent = await submitContact(request, means);
  expect(!sent.ok && refusedFields(sent)).toEqual({ email: 'emailInvalid', subject: 'tooLong' });
});

test('a refusal that is no JSON names no field', async () => {
  const means = answering(() => new Response('<html>', { status: 429 }));
  const sent = await submitContact(request, means);
  expect(sent).toEqual({ ok: false, trouble: 'limited' });
  expect(!sent.ok && refusedFields(sent)).toEqual({});
});

test('a server that keeps failing, and none at all, are told apart', async () => {
  const busy = answering(() => new Response(null, { status: 503 }));
  await expect(submitContact(request, busy)).resolves.toEqual({ ok: false, trouble: 'busy' });
  const none = answering(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(submitContact(request, none)).resolves.toEqual({ ok: false, trouble: 'offline' });
});
