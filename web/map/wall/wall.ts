import { useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { BBox } from '#shared/geo/BBox.ts';
import { cornersOf, ringOfBox } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape } from '#shared/geo/shapeCode.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import type { HeldFact } from '#shared/sky/verdictOf.ts';
import { POLYGON_CODE, REGION_CODE } from '#shared/watch/Area.ts';
import type { WallBody, WallKeys } from '#shared/watch/WallBody.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { type MapQuery, type MapView, mapAddress, REGION_BOX } from '#web/ground/view/mapQuery.ts';
import type { NightHours } from '#web/kit/browser/isNight.ts';
import { type ApiResult, requestApi } from '#web/kit/http/requestApi.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { field, flag, form, useAddress, withAddressPart } from '#web/kit/routing/address.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import type { LookingMap } from '#web/map/parts/useMapView.ts';
import { useWallArea } from './useWallArea.ts';
import type { AlertingArea, WallArea } from './wallArea.ts';

export const MAX_TITLE_LENGTH = 60;

/** Wall parameters. The map's own parameters hold the views and their timing. */
export const wallAddress = form({
  /** Empty if it has no title. */
  title: field('title', { parse: (typed) => typed.trim().slice(0, MAX_TITLE_LENGTH), format: encodeURIComponent }, ''),
  /** The outlined area: `BG.plovdiv`, `BG`, or a polygon as encoded in addresses. */
  area: field('area', { parse: (typed) => (isArea(typed) ? typed : undefined), format: String }, undefined),
  /** Shows the area's level and its countdown, if such an area can be watched. */
  level: flag('level', 'off', true),
  /** Sound starts with the first touch, because browsers block it before. */
  sound: flag('sound', 'on'),
});

type WallChoice = ReturnType<typeof wallAddress.parse>;

function isArea(text: string): boolean {
  const shape = POLYGON_CODE.test(text) ? decodeShape(text) : undefined;
  return REGION_CODE.test(text) || (shape !== undefined && cornersOf(shape).length > 3);
}

/** The whole setup of a wall, as stored in its address. */
export interface WallSetup extends WallChoice {
  /** Shown in rotation, each as close as the screen allows. If empty, the wall shows its area or the whole region. */
  readonly views: readonly BBox[];
  readonly everyMs: number;
  /** Null: never. */
  readonly night: NightHours | null;
  readonly theme: MapTheme;
}

export const NEW_SETUP: WallSetup = readSetup('wall=1');

/** Parses the query string of a wall. Invalid parameters count as missing; views that are not boxes are dropped. */
export function readSetup(search: string): WallSetup {
  const parameters = new URLSearchParams(search);
  const { rotation, rotateEveryMs: everyMs, night, theme } = mapAddress.parse(parameters);
  const views = rotation.flatMap((view) => ('zoom' in view ? [] : [view]));
  return { ...wallAddress.parse(parameters), views, everyMs, night, theme };
}

/** Returns the query string of a wall with this setup, without `?`. */
export function formatSetup(setup: WallSetup): string {
  return withSetup('wall=1', setup);
}

/** Returns the query string with this setup; other parameters are unchanged. */
function withSetup(search: string, { views, everyMs, night, theme, ...choice }: WallSetup): string {
  const present = mapAddress.parse(new URLSearchParams(search));
  const query = { ...present, wall: true, rotation: views, rotateEveryMs: everyMs, night, theme };
  return withAddressPart(withAddressPart(search, mapAddress, query), wallAddress, choice);
}

const MARGIN = 0.06;

/** The box with a margin, rounded to four decimals as in addresses. */
export function roomAround({ west, south, east, north }: BBox): BBox {
  const [beside, above] = [MARGIN * (east - west), MARGIN * (north - south)];
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return {
    west: rounded(Math.max(-180, west - beside)),
    south: rounded(Math.max(-85, south - above)),
    east: rounded(Math.min(180, east + beside)),
    north: rounded(Math.min(85, north + above)),
  };
}

/** Encodes the box as an area for addresses. */
export function boxArea(box: BBox): string {
  return encodeShape({ type: 'Polygon', coordinates: [ringOfBox(box)] });
}

const WALLS = `${API_ROOT}/walls`;
const TIMEOUT_MS = 8_000;
/** How often an open wall reloads its setup. */
const READ_EVERY_MS = 5 * 60_000;

/** A saved wall as its link names it, in the fragment alone. The edit key allows changes. */
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

/** With `edit` the link can change the wall; without it, it is read-only. */
export function formatWallLink({ id, viewKey, editKey }: WallLink, edit: boolean): string {
  return `#wall=${id}.${viewKey}${edit && editKey ? `&edit=${editKey}` : ''}`;
}

export interface SavedSetup extends WallSetup {
  readonly locale: Locale;
}

/** The wall's address, which works without a server. A link to a saved wall adds its fragment. */
export function wallAddressOf({ locale, ...setup }: SavedSetup): string {
  return `${pathOf('map', locale)}?${formatSetup(setup)}`;
}

export async function loadWall(
  { id, viewKey, editKey }: WallLink,
  signal?: AbortSignal,
): Promise<ApiResult<SavedSetup>> {
  return await requestApi(`${WALLS}/${id}`, async (response) => setupIn((await response.json()) as WallBody), {
    key: editKey ?? viewKey,
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
}

export async function saveWall(setup: SavedSetup, turnstileToken: string | undefined): Promise<ApiResult<WallKeys>> {
  const body = { ...bodyOf(setup), ...(turnstileToken === undefined ? {} : { turnstileToken }) };
  return await requestApi(WALLS, (response) => response.json(), { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

export async function changeWall({ id, editKey }: WallLink, setup: SavedSetup): Promise<ApiResult<true>> {
  const call = { method: 'PUT', key: editKey, body: bodyOf(setup), timeoutMs: TIMEOUT_MS } as const;
  return await requestApi(`${WALLS}/${id}`, async () => true as const, call);
}

/** Walls with the old link keep the setup that they loaded last. */
export async function replaceViewKey({ id, editKey }: WallLink): Promise<ApiResult<{ readonly viewKey: string }>> {
  const call = { method: 'POST', key: editKey, timeoutMs: TIMEOUT_MS } as const;
  return await requestApi(`${WALLS}/${id}/view-key`, (response) => response.json(), call);
}

export async function removeWall({ id, editKey }: WallLink): Promise<ApiResult<true>> {
  return await requestApi(`${WALLS}/${id}`, async () => true as const, {
    method: 'DELETE',
    key: editKey,
    timeoutMs: TIMEOUT_MS,
  });
}

export function bodyOf({ locale, area, views, night, ...setup }: SavedSetup): WallBody {
  const body = { ...setup, views: [...views], night: night && ([...night] as [number, number]), language: locale };
  return area === undefined ? body : { ...body, area };
}

/** The setup goes through an address: unknown fields of a newer server are dropped, invalid ones count as missing. */
export function setupIn({ language, ...body }: WallBody): SavedSetup {
  return { ...readSetup(formatSetup({ ...body, area: body.area })), locale: language };
}

/** Loads the setup of a saved wall while it is open, and writes it into the address, which works without the server. */
function useSavedWall(wall: boolean): void {
  useEffect(() => {
    const link = wall ? parseWallLink(window.location.hash) : undefined;
    if (!link || link.editKey) return;
    const leaving = new AbortController();
    let known = '';
    const read = async () => {
      const result = await loadWall(link, leaving.signal);
      if (!result.ok || leaving.signal.aborted) return;
      const reported = wallAddressOf(result.value);
      // Local changes on the wall stay until the saved setup changes.
      if (reported === known) return;
      known = reported;
      const { search, hash } = window.location;
      navigate(`${pathOf('map', result.value.locale)}?${withSetup(search, result.value)}${hash}`, { replace: true });
    };
    void read();
    const handle = setInterval(read, READ_EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(handle);
    };
  }, [wall]);
}

export interface Wall extends WallChoice {
  readonly outlined: WallArea;
  /** The area with a verdict, and with `level` a level. */
  readonly alertsSupported: AlertingArea | undefined;
  /** Its level, once it has been determined. */
  readonly held: HeldFact | undefined;
  readonly onHeld: (held: HeldFact | undefined) => void;
}

/** Rotates through a wall's views while it is idle. Without views it shows the area. */
export function useWall(query: MapQuery, idle: boolean, { jumpTo, fitTo }: LookingMap): Wall {
  const [choice] = useAddress(wallAddress, 'query');
  const outlined = useWallArea(query.wall ? choice.area : undefined);
  const show = useCallback((seen: MapView | BBox) => ('zoom' in seen ? jumpTo(seen) : fitTo(seen, 0)), [jumpTo, fitTo]);
  useRotation(idle, query, show);
  const { wall, view, rotation } = query;
  const { area } = choice;
  const box = outlined.kind === 'known' ? outlined.box : undefined;
  useSavedWall(wall);
  const requested = JSON.stringify([rotation, area]);
  // A page opened as a wall starts at the right view, except for outlines, which load later.
  const visible = useRef(
    wall && (view !== undefined || rotation.length > 0 || area === undefined) ? requested : undefined,
  );
  useEffect(() => {
    if (!wall) visible.current = undefined;
    if (!wall || visible.current === requested) return;
    const first = rotation[0] ?? (area === undefined || outlined.kind === 'unknown' ? REGION_BOX : box);
    if (!first) return;
    visible.current = requested;
    show(first);
  }, [wall, requested, rotation, area, outlined.kind, box, show]);
  const alertsSupported = outlined.kind === 'known' ? outlined.alertsSupported : undefined;
  const [held, onHeld] = useState<HeldFact>();
  return { ...choice, outlined, alertsSupported, held: choice.level && alertsSupported ? held : undefined, onHeld };
}

function useRotation(
  active: boolean,
  { rotation, rotateEveryMs }: Pick<MapQuery, 'rotation' | 'rotateEveryMs'>,
  show: (visible: MapView | BBox) => void,
): void {
  // The map opened at the first view.
  const next = useRef(1);
  const key = JSON.stringify(rotation);
  useEffect(() => {
    const views: readonly (MapView | BBox)[] = JSON.parse(key);
    if (!active || views.length === 0) return;
    const handle = setInterval(() => {
      const view = views[next.current % views.length];
      next.current += 1;
      if (view) show(view);
    }, rotateEveryMs);
    return () => clearInterval(handle);
  }, [active, key, rotateEveryMs, show]);
}
