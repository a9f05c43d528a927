import type { PagePosition } from './StrikeArchive.ts';

/** The position as an opaque, URL-safe token. */
export function encodePageCursor({ atMs, id }: PagePosition): string {
  const bytes = new TextEncoder().encode(`${atMs}.${id}`);
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** The position in a token that `encodePageCursor` wrote, or undefined. */
export function decodePageCursor(token: string): PagePosition | undefined {
  if (!/^[\w-]{1,512}$/.test(token)) return undefined;
  try {
    const binary = atob(token.replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(binary, (c) => c.charCodeAt(0)),
    );
    const match = /^(\d{1,15})\.(.{1,128})$/s.exec(text);
    return match?.[1] && match[2] ? { atMs: Number(match[1]), id: match[2] } : undefined;
  } catch {
    return undefined;
  }
}
