import { expect, test } from 'vitest';
import { recipientOfBody } from '#worker/watch/deliver/Recipient.ts';

const GIVEN = { book: 'b', id: 'r', origin: 'https://site.example', random: (bytes: number) => new Uint8Array(bytes) };
const COMMON = { name: 'Siren', threshold: 'warning', escalateAfterMin: null } as const;
const HOOK = { channel: 'webhook', heartbeat: false, ...COMMON } as const;
const made = recipientOfBody({ ...GIVEN, before: undefined, body: { ...HOOK, url: 'https://hooks.example/a' } });
const proven = made && ({ ...made, state: 'proven', okMs: 5 } as const);

test('who is changed without being given a place stays where it is, and stays proven', () => {
  const quietHours = { from: '22:00', to: '06:00' };
  const body = { ...HOOK, threshold: 'stop', heartbeat: true, quietHours, escalateAfterMin: 5 } as const;
  const after = recipientOfBody({ ...GIVEN, before: proven, body });
  expect(after).toEqual({ ...proven, threshold: 'stop', heartbeat: true, quietHours, escalateAfterMin: 5 });
});

test('[FN1] only who asks for it wants to be told of fires', () => {
  expect(made).not.toHaveProperty('fireNotice');
  expect(recipientOfBody({ ...GIVEN, before: proven, body: { ...HOOK, fireNotice: true } })).toEqual({
    ...proven,
    fireNotice: true,
  });
});

test('who is new, gone or on another channel must be given a place', () => {
  const push = { channel: 'push', ...COMMON } as const;
  expect(recipientOfBody({ ...GIVEN, before: undefined, body: HOOK })).toBeUndefined();
  expect(recipientOfBody({ ...GIVEN, before: proven && { ...proven, state: 'dead' }, body: HOOK })).toBeUndefined();
  expect(recipientOfBody({ ...GIVEN, before: proven, body: push })).toBeUndefined();
});

test('who takes the place of another has a mute key and a secret of its own, and is not muted', () => {
  const random = (bytes: number) => new Uint8Array(bytes).fill(7);
  const muted = proven && { ...proven, mutedUntilMs: 9, mutedUntilClearOf: 'a' };
  const after = recipientOfBody({ ...GIVEN, random, before: muted, body: { ...HOOK, url: 'https://hooks.example/b' } });
  expect(after).toMatchObject({ state: 'unproven', okMs: null, mutedUntilMs: 0, mutedUntilClearOf: null });
  expect(after?.muteKey).not.toBe(proven?.muteKey);
  const secretOf = (one: typeof after) => (one?.target.channel === 'webhook' ? one.target.secret : undefined);
  expect(secretOf(after)).toMatch(/^whsec_/);
  expect(secretOf(after)).not.toBe(secretOf(made));
});

test('a host that is written with the dot of the root is the same host', () => {
  const body = { ...HOOK, url: 'https://hooks.example./a' };
  expect(recipientOfBody({ ...GIVEN, before: proven, body })).toEqual(proven);
});
