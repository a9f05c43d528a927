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

/** RFC 6750's scheme. */
const BEARER = /^Bearer +(\S*) *$/i;
/** RFC 7617's, which is all that many programs can send. A password of another form is ignored: a host may ask for one. */
const BASIC = /^Basic +([\w+/]+=*) *$/i;
const PASSWORD = /^[^:]*:(blk_.*)$/s;

function passwordKey(authorization: string): string | undefined {
  const [, pair] = BASIC.exec(authorization) ?? [];
  if (pair === undefined || pair.replace(/=+$/, '').length % 4 === 1) return undefined;
  return PASSWORD.exec(atob(pair))?.[1];
}

/**
 * The text sent as an API key, valid or not; undefined if none was sent. A stream takes it in its address too, because
 * a browser's EventSource sends no headers.
 */
export function sentKey(request: Request, scope: KeyScope): string | undefined {
  const authorization = request.headers.get('authorization') ?? '';
  const header = BEARER.exec(authorization)?.[1] ?? passwordKey(authorization);
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
