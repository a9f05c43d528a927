import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decryptPush, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { bodyOfRfc8291, rfc8291 } from '#tests/support/push/rfc8291.ts';
import { BODY_BYTES, encryptPush, newPushNonce, PADDED_BYTES } from '#worker/push/encryptPush.ts';

const receiver = () => newPushReceiver(randomBytes(16));
const keysOf = ({ publicKey, auth }: ReturnType<typeof receiver>) => ({
  p256dh: Uint8Array.from(publicKey),
  auth: Uint8Array.from(auth),
});

describe('a push message', () => {
  test('is RFC 8291’s appendix A, byte for byte', async () => {
    expect(await bodyOfRfc8291(encryptPush)).toBe(rfc8291.body);
  });

  test('is read by its receiver, whatever it says, and is as long as every other', async () => {
    const phone = receiver();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: PADDED_BYTES }), async (text) => {
        const body = await encryptPush(text, keysOf(phone), await newPushNonce());
        expect(body.byteLength).toBe(BODY_BYTES);
        expect(Uint8Array.from(decryptPush(body, phone))).toEqual(text);
      }),
      { numRuns: 50, examples: [[new Uint8Array()], [new Uint8Array(PADDED_BYTES)], [new Uint8Array([2, 0, 0])]] },
    );
  });

  test('fits what Mozilla’s push service passes on to phones, the least that any takes', () => {
    expect(BODY_BYTES).toBeLessThanOrEqual(2_744);
  });

  test('cannot be read by anybody else, nor once a byte was changed', async () => {
    const phone = receiver();
    const body = await encryptPush(randomBytes(40), keysOf(phone), await newPushNonce());
    expect(() => decryptPush(body, receiver())).toThrow();
    const damaged = body.map((byte, at) => (at === 100 ? byte ^ 1 : byte));
    expect(() => decryptPush(damaged, phone)).toThrow();
  });

  test('is never the same twice', async () => {
    const phone = receiver();
    const make = async () => Buffer.from(await encryptPush(randomBytes(0), keysOf(phone), await newPushNonce()));
    expect((await make()).equals(await make())).toBe(false);
  });

  test('that is too long is refused with the bound', async () => {
    const send = async () => encryptPush(randomBytes(PADDED_BYTES + 1), keysOf(receiver()), await newPushNonce());
    await expect(send()).rejects.toThrow('a push message has at most 2560 bytes');
  });
});
