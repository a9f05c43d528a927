import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import type { PagePosition } from './windowQuery.ts';

/** The position as an opaque, URL-safe token. */
export function encodePageCursor({ atMs, id }: PagePosition): string {
  return encodeBase64Url(new TextEncoder().encode(`${atMs}.${id}`).buffer).replace(/=+$/, '');
}

/** The position in a token written by `encodePageCursor`; undefined for any other text. */
export function decodePageCursor(token: string): PagePosition | undefined {
  if (!/^[\w-]{1,512}$/.test(token)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeBase64Url(token));
    const match = /^(\d{1,15})\.(.{0,128})$/s.exec(text);
    return match?.[1] !== undefined && match[2] !== undefined ? { atMs: Number(match[1]), id: match[2] } : undefined;
  } catch {
    return undefined;
  }
}
