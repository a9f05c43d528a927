import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

type Bytes = Uint8Array<ArrayBuffer>;

export interface PushKeys {
  /** Public key on P-256: 65 bytes, an uncompressed point. */
  readonly p256dh: Bytes;
  /** Shared secret: 16 bytes. */
  readonly auth: Bytes;
}

/** Must differ between any two messages. */
export interface PushNonce {
  readonly salt: Bytes;
  /** ECDH keys on P-256, for one message. */
  readonly pair: CryptoKeyPair;
}

/** Every message is padded to this, so that its length does not reveal whether it says stop or all clear. */
export const PADDED_BYTES = 2_560;
/** Salt, record size, the key's length and the key, before the record; its mark and its tag, behind the text. */
const HEADER_BYTES = 16 + 4 + 1 + 65;
const MARK_AND_TAG_BYTES = 1 + 16;
/**
 * The length of every body. Push services must take 4,096 (RFC 8030, 7.2), but Mozilla's passes messages to Firefox on
 * Android in base64 through another service, with 2,744 at most (autopush-rs, docs/src/http.md).
 */
export const BODY_BYTES = HEADER_BYTES + PADDED_BYTES + MARK_AND_TAG_BYTES;
const RECORD_SIZE = 4_096;
/** Marks the last record (RFC 8188, 2); zeros follow it. */
const LAST_RECORD = 2;
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

export async function newPushNonce(): Promise<PushNonce> {
  const pair = (await crypto.subtle.generateKey(ECDH, true, ['deriveBits'])) as CryptoKeyPair;
  return { salt: crypto.getRandomValues(new Uint8Array(16)), pair };
}

/**
 * The body of a Web Push message: RFC 8291 over RFC 8188's aes128gcm, in one record.
 * @throws RangeError if the text is longer than `paddedBytes`; DOMException if `p256dh` is no point of the curve
 */
export async function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  { salt, pair }: PushNonce,
  paddedBytes: number = PADDED_BYTES,
): Promise<Bytes> {
  if (text.byteLength > paddedBytes) throw new RangeError(`a push message has at most ${paddedBytes} bytes`);
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const theirs = await crypto.subtle.importKey('raw', p256dh, ECDH, false, []);
  const shared = await crypto.subtle.deriveBits(derivation(theirs), pair.privateKey, 256);
  const input = await hkdf(shared, auth, bytesOf('WebPush: info\0', p256dh, ours), 32);
  const [key, nonce] = await Promise.all([
    hkdf(input, salt, bytesOf('Content-Encoding: aes128gcm\0'), 16),
    hkdf(input, salt, bytesOf('Content-Encoding: nonce\0'), 12),
  ]);
  const record = new Uint8Array(paddedBytes + 1);
  record.set(text);
  record[text.byteLength] = LAST_RECORD;
  const aesKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aesKey, record);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_SIZE);
  return bytesOf(salt, size, new Uint8Array([ours.byteLength]), ours, new Uint8Array(sealed));
}

/** workerd's types say `$public`; at run time it is `public`, as everywhere. */
function derivation(theirs: CryptoKey): { name: string } {
  return { name: 'ECDH', public: theirs } as { name: string };
}

async function hkdf(input: BufferSource, salt: Bytes, info: Bytes, bytes: number): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8);
}

function bytesOf(...parts: readonly (string | Uint8Array)[]): Bytes {
  return concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)));
}
