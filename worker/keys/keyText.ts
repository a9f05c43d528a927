import { bytesToHex } from '@noble/hashes/utils.js';
import type { KeyScope } from '#shared/plans.ts';
import { hashOf } from './hashOf.ts';

/** Its text is shown once; we keep the hash. */
export interface NewKey {
  /** 8 hex digits, part of the text, by which people name the key. */
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

const ID_BYTES = 4;
const SECRET_BYTES = 16;
const CHECK_DIGITS = 8;

/** `blk_`, the id, `_`, the secret and the checksum. Recognisable by scanners of repositories and logs. */
const FORM = /^blk_[0-9a-f]{8}_[0-9a-f]{40}$/;

const checksumOf = (text: string) => hashOf(text).slice(0, CHECK_DIGITS);

/** Refuses guesses, typing errors and cut keys without asking the register. */
export function isKeyText(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS);
}

/** Id and secret are in hex. */
export function keyTextOf(id: string, secret: string): string {
  const text = `blk_${id}_${secret}`;
  return text + checksumOf(text);
}

export function newApiKey(random: (bytes: number) => Uint8Array): NewKey {
  const id = bytesToHex(random(ID_BYTES));
  const text = keyTextOf(id, bytesToHex(random(SECRET_BYTES)));
  return { id, text, hash: hashOf(text) };
}

function base64Decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/**
 * As a token by RFC 6750, or as the password of RFC 7617, which is all that many programs can send. A password of another
 * form is ignored: a host may ask for one.
 */
function headerKey(authorization: string): string | undefined {
  const end = authorization.indexOf(' ');
  const scheme = authorization.slice(0, Math.max(0, end)).toLowerCase();
  const credentials = authorization.slice(end).trim();
  if (credentials === '' || credentials.includes(' ')) return undefined;
  if (scheme === 'bearer') return credentials;
  const pair = scheme === 'basic' ? base64Decoded(credentials) : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return password.startsWith('blk_') && pair.includes(':') ? password : undefined;
}

/**
 * The text sent as an API key, valid or not; undefined if none was sent. A stream takes it in its address too, because
 * a browser's EventSource sends no headers.
 */
export function sentKey(request: Request, scope: KeyScope): string | undefined {
  const header = headerKey(request.headers.get('authorization') ?? '');
  if (header !== undefined || scope !== 'live') return header;
  return new URL(request.url).searchParams.get('key') ?? undefined;
}

const PREFIX = 'key:';

/** Name of an account, or of a key, in limits beside networks; distinct from every network's. */
export function accountName(id: string): string {
  return `${PREFIX}${id}`;
}

export function accountIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}
