import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** A browser's half of a subscription, with what it keeps to itself. */
export interface PushReceiver {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

export function newPushReceiver(auth: Buffer): PushReceiver {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  return { publicKey, privateKey: pair.getPrivateKey(), auth };
}

/** The keys as a subscription names them. */
export function keysOfReceiver({ publicKey, auth }: PushReceiver): { p256dh: string; auth: string } {
  return { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
}

/**
 * What a browser reads from the body of a push message (RFC 8291): with Node's own cryptography, which shares nothing
 * with what encrypts.
 * @throws Error if the body is not for this receiver, or is damaged
 */
export function decryptPush(body: Uint8Array, { privateKey, publicKey, auth }: PushReceiver): Buffer {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, 16);
  const keyEnd = 21 + bytes.readUInt8(20);
  const sender = bytes.subarray(21, keyEnd);
  if (bytes.length - keyEnd > bytes.readUInt32BE(16)) throw new Error('more than one record');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(bytes.subarray(-16));
  const record = Buffer.concat([decipher.update(bytes.subarray(keyEnd, -16)), decipher.final()]);
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error('not the last record');
  return record.subarray(0, end);
}
