import { expect, test } from 'vitest';
import { submitContact } from '#web/site/contact/submitContact.ts';

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
    await expect(submitContact(request, means)).resolves.toEqual({ kind: 'accepted', deferred: status === 'deferred' });
  }
});

test('faults the server found are tied to their fields; what is no field or no code is left out', async () => {
  const errors = { email: 'emailInvalid', name: 'nonsense', hasOwnProperty: 'tooLong', subject: 'tooLong' };
  const means = answering(() => Response.json({ errors }, { status: 400 }));
  await expect(submitContact(request, means)).resolves.toEqual({
    kind: 'refused',
    errors: { email: 'emailInvalid', subject: 'tooLong' },
    reason: 'status 400',
  });
});

test('a refusal that is no JSON names no field', async () => {
  const means = answering(() => new Response('<html>', { status: 429 }));
  await expect(submitContact(request, means)).resolves.toEqual({ kind: 'refused', errors: {}, reason: 'status 429' });
});

test('a server that keeps failing is a failure', async () => {
  await expect(
    submitContact(
      request,
      answering(() => new Response(null, { status: 503 })),
    ),
  ).rejects.toThrow('503');
});
