import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { WallBody, WallKeys } from '#shared/wall/WallBody.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { type Asked, ask } from '#web/kit/http/ask.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { formatSetup, readSetup, type WallSetup, withSetup } from './wallSetup.ts';

const WALLS = `${API_ROOT}/walls`;
const TIMEOUT_MS = 8_000;
/** An open wall reads its setup again so often. */
const READ_EVERY_MS = 5 * 60_000;

/** A kept wall as its link names it, in the fragment alone; with the edit key it can be changed. */
export interface WallLink {
  readonly id: string;
  readonly viewKey: string;
  readonly editKey?: string;
}

const LINK = /^#wall=([0-9a-f]{32})\.([0-9a-f]{32})(?:&edit=([0-9a-f]{32}))?$/;

export function parseWallLink(hash: string): WallLink | undefined {
  const [, id, viewKey, editKey] = LINK.exec(hash) ?? [];
  return id && viewKey ? { id, viewKey, ...(editKey ? { editKey } : {}) } : undefined;
}

/** With `edit` the link changes the wall, without it only shows it. */
export function formatWallLink({ id, viewKey, editKey }: WallLink, edit: boolean): string {
  return `#wall=${id}.${viewKey}${edit && editKey ? `&edit=${editKey}` : ''}`;
}

export interface KeptSetup extends WallSetup {
  readonly locale: Locale;
}

/** The address of a wall, which works without any server: a link to a kept wall adds its fragment. */
export function wallAddressOf({ locale, ...setup }: KeptSetup): string {
  return `${pathOf('map', locale)}?${formatSetup(setup)}`;
}

export async function loadWall({ id, viewKey, editKey }: WallLink, signal?: AbortSignal): Promise<Asked<KeptSetup>> {
  return await ask(`${WALLS}/${id}`, async (response) => setupIn((await response.json()) as WallBody), {
    key: editKey ?? viewKey,
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
}

export async function keepWall(setup: KeptSetup, turnstileToken: string | undefined): Promise<Asked<WallKeys>> {
  const body = { ...bodyOf(setup), ...(turnstileToken === undefined ? {} : { turnstileToken }) };
  return await ask(WALLS, (response) => response.json(), { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

export async function changeWall({ id, editKey }: WallLink, setup: KeptSetup): Promise<Asked<true>> {
  const call = { method: 'PUT', key: editKey, body: bodyOf(setup), timeoutMs: TIMEOUT_MS } as const;
  return await ask(`${WALLS}/${id}`, async () => true as const, call);
}

/** Walls with the link of before keep what they read last. */
export async function replaceViewKey({ id, editKey }: WallLink): Promise<Asked<{ readonly viewKey: string }>> {
  const call = { method: 'POST', key: editKey, timeoutMs: TIMEOUT_MS } as const;
  return await ask(`${WALLS}/${id}/view-key`, (response) => response.json(), call);
}

export async function removeWall({ id, editKey }: WallLink): Promise<Asked<true>> {
  return await ask(`${WALLS}/${id}`, async () => true as const, {
    method: 'DELETE',
    key: editKey,
    timeoutMs: TIMEOUT_MS,
  });
}

export function bodyOf({ locale, area, views, night, ...setup }: KeptSetup): WallBody {
  const body = { ...setup, views: [...views], night: night && ([...night] as [number, number]), language: locale };
  return area === undefined ? body : { ...body, area };
}

/** What a newer server may add is left out, and what is invalid counts as missing: it goes through an address. */
export function setupIn({ language, ...body }: WallBody): KeptSetup {
  return { ...readSetup(formatSetup({ ...body, area: body.area })), locale: language };
}

/** Reads the setup of a kept wall while it is shown, and writes it into the address, where it outlives the server. */
export function useKeptWall(wall: boolean): void {
  useEffect(() => {
    const link = wall ? parseWallLink(window.location.hash) : undefined;
    if (!link || link.editKey) return;
    const leaving = new AbortController();
    let known = '';
    const read = async () => {
      const asked = await loadWall(link, leaving.signal);
      if (!asked.ok || leaving.signal.aborted) return;
      const told = wallAddressOf(asked.value);
      // What somebody chose on the wall itself stays until the setup changes.
      if (told === known) return;
      known = told;
      const { search, hash } = window.location;
      navigate(`${pathOf('map', asked.value.locale)}?${withSetup(search, asked.value)}${hash}`, { replace: true });
    };
    void read();
    const handle = setInterval(read, READ_EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(handle);
    };
  }, [wall]);
}
