import { type BBox, clampBox, HOME_BOX, HOME_TOWN } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorY } from '#shared/geo/mercator.ts';
import { DEFAULT_TIME_FILTER_MS, MAX_ROTATED_VIEWS, NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import type { DrawingSize } from '#shared/sky/frame.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time.ts';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { DEFAULT_NIGHT, type NightHours } from '#web/kit/browser/isNight.ts';
import type { AddressPart } from '#web/kit/routing/address.ts';

/** Zoom as in MapLibre: the world is 512 · 2^zoom CSS pixels wide. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Zoom 11 of maps whose tiles are 256 px wide. */
export const DEFAULT_VIEW: MapView = { ...HOME_TOWN, zoom: 10 };

/** The Balkans: the first view of a wall display, and the view offered when the current one is empty. */
export const REGION_BOX: BBox = HOME_BOX;

/** Returns the closest view of this size, in CSS pixels, that shows all of the box. */
export function fittingView({ west, south, east, north }: BBox, width: number, height: number): MapView {
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const widest = Math.min(width / ((east - west) / 360), height / (bottom - top));
  const zoom = Math.floor(Math.log2(widest / 512) * 100) / 100;
  return { latitude: latitudeAtMercatorY((top + bottom) / 2), longitude: (west + east) / 2, zoom: Math.max(0, zoom) };
}

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 17;

/** The part above its lower third. */
const WALL_MAP_SHARE = 0.71;
/** A wall is read from afar: icons and lines are this many times as large as on a desktop. */
const WALL_SCALE = 1.7;

/** In CSS pixels, a 1,080th of a wall's shorter side: the unit of its layout, so it scales with the screen. */
export function wallUnit({ width, height }: DrawingSize): number {
  return Math.min(width, height) / 1_080;
}

export function wallScale(size: DrawingSize): number {
  return Math.max(1, WALL_SCALE * wallUnit(size));
}

/**
 * Returns the first view: the address's, on a wall its first one or the whole region, else the last one or the capital.
 */
export function openingView(
  { view, savedView: mapView, wall, rotation = [] }: OpeningChoice,
  { width, height }: DrawingSize,
): MapView {
  if (view) return view;
  if (!wall) return mapView ?? DEFAULT_VIEW;
  const [first = REGION_BOX] = rotation;
  if ('zoom' in first) return first;
  return fittingView(first, width, height * WALL_MAP_SHARE);
}

interface OpeningChoice {
  readonly view: MapView | undefined;
  readonly savedView?: MapView | undefined;
  readonly wall: boolean;
  readonly rotation?: readonly (MapView | BBox)[];
}

/** The view is not widened for a storm farther away. */
export const WIDEN_WITHIN_KM = 400;
const LEAST_WIDE_ZOOM = 6;
/** Share of half the map's width or height: a storm at the very edge would lie under the controls. */
const WIDEN_SHARE = 0.8;

/** Returns the view with the same middle, widened just enough to show a place, but not below zoom 6. */
export function viewReaching(view: MapView, { latitude, longitude }: Position, size: DrawingSize): MapView {
  const dx = (Math.abs(longitude - view.longitude) / 360) * 512;
  const dy = Math.abs(mercatorY(latitude) - mercatorY(view.latitude)) * 512;
  const most = Math.min(size.width / dx, size.height / dy) * (WIDEN_SHARE / 2);
  const zoom = Math.floor(Math.log2(most) * 100) / 100;
  return { ...view, zoom: Math.min(view.zoom, Math.max(LEAST_WIDE_ZOOM, zoom)) };
}

/** Returns the part of a view that no control covers: what lies outside it is hardly seen. */
export function middleOfView({ west, south, east, north }: BBox): BBox {
  const edge = (1 - WIDEN_SHARE) / 2;
  const [dx, dy] = [(east - west) * edge, (north - south) * edge];
  return { west: west + dx, south: south + dy, east: east - dx, north: north - dy };
}

/** Returns the box that a map of `width` × `height` CSS pixels shows, to request data before there is a map. */
export function viewBox(view: MapView, width: number, height: number): BBox {
  const worldPixels = 512 * 2 ** view.zoom;
  const halfLongitude = (width / worldPixels) * 180;
  const y = mercatorY(view.latitude);
  const halfY = height / worldPixels / 2;
  return clampBox({
    west: view.longitude - halfLongitude,
    east: view.longitude + halfLongitude,
    north: latitudeAtMercatorY(y - halfY),
    south: latitudeAtMercatorY(y + halfY),
  });
}

export const displaySize = (): DrawingSize => ({ width: window.innerWidth, height: window.innerHeight });

/** The map's own address parameters; layers and panels add theirs. Copying the address reproduces the view. */
export interface MapQuery {
  /** Undefined: the visitor's position or the default. */
  readonly view: MapView | undefined;
  readonly windowMs: number;
  readonly theme: MapTheme;
  /** The point that distances are measured from, if chosen on the map. */
  readonly point: Position | undefined;
  readonly wall: boolean;
  /** Views that a wall rotates through; a box is shown as close as the screen allows. */
  readonly rotation: readonly (MapView | BBox)[];
  readonly rotateEveryMs: number;
  /** When a wall is dimmed; null: never. */
  readonly night: NightHours | null;
  /** Time and place of the strike in the path: its link works even if the id is unknown. */
  readonly hint: StrikeHint | undefined;
}

const NUMBER = '(-?\\d{1,3}(?:\\.\\d{1,6})?)';
const VIEW = new RegExp(`^${NUMBER},${NUMBER},(\\d{1,2}(?:\\.\\d{1,3})?)z$`);
const BOX = new RegExp(`^${NUMBER},${NUMBER},${NUMBER},${NUMBER}$`);
const HOURS = /^(\d|1\d|2[0-3])-(\d|1\d|2[0-3])$/;
const POINT = new RegExp(`^${NUMBER},${NUMBER}$`);
/** Seconds; less than five would leave a view before it is rendered. */
const EVERY = /^([5-9]|[1-9]\d{1,3})$/;
const DEFAULT_ROTATE_MS = 30_000;

function position(match: RegExpExecArray | null): Position | undefined {
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Invalid parameters count as missing. */
export function parseMapQuery(search: string): MapQuery {
  return readQuery(new URLSearchParams(search));
}

/** Returns the query string of a map, without `?` and without defaults. */
export function formatMapQuery(query: MapQuery): string {
  const { hint } = query;
  const ofStrike = hint ? [`at=${isoMillis(hint.atMs)}`, `ll=${positionText(hint, 5)}`] : [];
  return [...writeQuery(query), ...ofStrike].join('&');
}

function readQuery(parameters: URLSearchParams): MapQuery {
  const every = parameters.get('every') ?? '';
  const wall = parameters.get('wall') === '1';
  const theme = parameters.get('theme');
  return {
    view: parseView(parameters.get('view') ?? ''),
    windowMs: parseWindow(parameters.get('minutes') ?? ''),
    theme: theme === 'dark' || theme === 'light' ? theme : defaultTheme(wall),
    point: position(POINT.exec(parameters.get('point') ?? '')),
    wall,
    rotation: (parameters.get('views') ?? '')
      .split(';')
      .slice(0, MAX_ROTATED_VIEWS)
      .flatMap((text) => parseView(text) ?? parseBox(text) ?? []),
    rotateEveryMs: EVERY.test(every) ? Number(every) * 1_000 : DEFAULT_ROTATE_MS,
    night: parseNight(parameters.get('night') ?? ''),
    hint: parseHint(parameters),
  };
}

function parseView(text: string): MapView | undefined {
  const match = VIEW.exec(text);
  const centre = position(match);
  const zoom = Number(match?.[3]);
  return centre && zoom <= 20 ? { ...centre, zoom } : undefined;
}

function parseBox(text: string): BBox | undefined {
  const [west = 0, south = 0, east = 0, north = 0] = (BOX.exec(text) ?? []).slice(1).map(Number);
  const isBox = west < east && south < north && Math.max(-south, north) <= 85 && Math.max(-west, east) <= 180;
  return isBox ? { west, south, east, north } : undefined;
}

function parseNight(text: string): NightHours | null {
  if (text === 'never') return null;
  const [from = 0, to = 0] = (HOURS.exec(text) ?? []).slice(1).map(Number);
  return from === to ? DEFAULT_NIGHT : [from, to];
}

function parseWindow(text: string): number {
  if (text === 'all') return NO_TIME_FILTER_MS;
  return TIME_FILTERS_MS.find((offeredMs) => offeredMs === Number(text) * 60_000) ?? DEFAULT_TIME_FILTER_MS;
}

function parseHint(parameters: URLSearchParams): StrikeHint | undefined {
  const atMs = parseIsoInstant(parameters.get('at') ?? '');
  const place = position(POINT.exec(parameters.get('ll') ?? ''));
  return atMs !== undefined && place ? { ...place, atMs } : undefined;
}

function writeQuery(query: MapQuery): string[] {
  const { view, windowMs, theme, point, wall, rotation, rotateEveryMs, night } = query;
  const parts: string[] = [];
  const boxText = ({ west, south, east, north }: BBox) =>
    [west, south, east, north].map((degrees) => trimmed(degrees, 4)).join(',');
  if (view) parts.push(`view=${viewText(view)}`);
  if (windowMs === NO_TIME_FILTER_MS) parts.push('minutes=all');
  else if (windowMs !== DEFAULT_TIME_FILTER_MS) parts.push(`minutes=${windowMs / 60_000}`);
  if (theme !== defaultTheme(wall)) parts.push(`theme=${theme}`);
  if (point) parts.push(`point=${positionText(point, 4)}`);
  if (wall) parts.push('wall=1');
  if (rotation.length > 0)
    parts.push(
      `views=${rotation.map((visible) => ('zoom' in visible ? viewText(visible) : boxText(visible))).join(';')}`,
    );
  if (rotateEveryMs !== DEFAULT_ROTATE_MS) parts.push(`every=${rotateEveryMs / 1_000}`);
  if (night?.join() !== DEFAULT_NIGHT.join()) parts.push(`night=${night ? night.join('-') : 'never'}`);
  return parts;
}

const SAVED_VIEW = 'map-view';

/** Returns the view last chosen on this device. */
export function savedView(): MapView | undefined {
  return parseView(localStore.getItem(SAVED_VIEW) ?? '');
}

export function saveView(view: MapView): void {
  localStore.setItem(SAVED_VIEW, viewText(view));
}

/** The parameters that the map changes. A strike's hint is unchanged; for other tools `at` is a place. */
export const mapAddress: AddressPart<MapQuery> = {
  names: ['view', 'minutes', 'theme', 'point', 'wall', 'views', 'every', 'night'],
  parse: readQuery,
  format: writeQuery,
};

function viewText(view: MapView): string {
  return `${positionText(view, 4)},${trimmed(view.zoom, 2)}z`;
}

function defaultTheme(wall: boolean): MapTheme {
  return wall ? 'dark' : 'light';
}

function positionText({ latitude, longitude }: Position, digits: number): string {
  return `${trimmed(latitude, digits)},${trimmed(longitude, digits)}`;
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
