import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { DEFAULT_TIME_FILTER_MS, MAX_ROTATED_VIEWS, NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time.ts';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { DEFAULT_NIGHT, type NightHours } from '#web/kit/wall/isNight.ts';
import type { AddressPart } from './useAddressPart.ts';
import type { MapView } from './viewBox.ts';

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
    parts.push(`views=${rotation.map((shown) => ('zoom' in shown ? viewText(shown) : boxText(shown))).join(';')}`);
  if (rotateEveryMs !== DEFAULT_ROTATE_MS) parts.push(`every=${rotateEveryMs / 1_000}`);
  if (night?.join() !== DEFAULT_NIGHT.join()) parts.push(`night=${night ? night.join('-') : 'never'}`);
  return parts;
}

const KEPT_VIEW = 'map-view';

/** Returns the view last chosen on this device. */
export function keptView(): MapView | undefined {
  return parseView(localStore.getItem(KEPT_VIEW) ?? '');
}

export function keepView(view: MapView): void {
  localStore.setItem(KEPT_VIEW, viewText(view));
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
