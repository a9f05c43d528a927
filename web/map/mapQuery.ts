import { DEFAULT_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import type { Position } from './geodesy.ts';
import type { MapTheme } from './strikeIcons.ts';
import type { MapView } from './viewBox.ts';

/** Everything of the map that its address holds. Copying the address reproduces the view. */
export interface MapQuery {
  /** Where the map looks; undefined leaves it to the visitor's position or the default. */
  readonly view: MapView | undefined;
  readonly windowMs: number;
  readonly theme: MapTheme;
  /** The point that distances are measured from, where it was chosen on the map. */
  readonly point: Position | undefined;
  readonly wall: boolean;
  /** When and where the strike that the path names was: a link to it still works where its id is not known. */
  readonly hint: StrikeHint | undefined;
}

export interface StrikeHint extends Position {
  readonly atMs: number;
}

const NUMBER = '(-?\\d{1,3}(?:\\.\\d{1,6})?)';
const VIEW = new RegExp(`^${NUMBER},${NUMBER},(\\d{1,2}(?:\\.\\d{1,3})?)z$`);
const POINT = new RegExp(`^${NUMBER},${NUMBER}$`);

function position(match: RegExpExecArray | null): Position | undefined {
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** What a query string says. Parts that make no sense are as if they were not there. */
export function parseMapQuery(search: string): MapQuery {
  const parameters = new URLSearchParams(search);
  const viewMatch = VIEW.exec(parameters.get('view') ?? '');
  const centre = position(viewMatch);
  const zoom = Number(viewMatch?.[3]);
  const minutes = Number(parameters.get('minutes'));
  const wall = parameters.get('wall') === '1';
  const theme = parameters.get('theme');
  return {
    view: centre && zoom <= 20 ? { ...centre, zoom } : undefined,
    windowMs: TIME_FILTERS_MS.find((offeredMs) => offeredMs === minutes * 60_000) ?? DEFAULT_TIME_FILTER_MS,
    theme: theme === 'dark' || theme === 'light' ? theme : defaultTheme(wall),
    point: position(POINT.exec(parameters.get('point') ?? '')),
    wall,
    hint: parseHint(parameters),
  };
}

function parseHint(parameters: URLSearchParams): StrikeHint | undefined {
  const atMs = parseIsoInstant(parameters.get('at') ?? '');
  const place = position(POINT.exec(parameters.get('ll') ?? ''));
  return atMs !== undefined && place ? { ...place, atMs } : undefined;
}

/** The query string of a map, without `?`; what is as by default is left out. */
export function formatMapQuery({ view, windowMs, theme, point, wall, hint }: MapQuery): string {
  const parts: string[] = [];
  const at = ({ latitude, longitude }: Position, digits: number) =>
    `${trimmed(latitude, digits)},${trimmed(longitude, digits)}`;
  if (view) parts.push(`view=${at(view, 4)},${trimmed(view.zoom, 2)}z`);
  if (windowMs !== DEFAULT_TIME_FILTER_MS) parts.push(`minutes=${windowMs / 60_000}`);
  if (theme !== defaultTheme(wall)) parts.push(`theme=${theme}`);
  if (point) parts.push(`point=${at(point, 4)}`);
  if (wall) parts.push('wall=1');
  if (hint) parts.push(`at=${isoMillis(hint.atMs)}`, `ll=${at(hint, 5)}`);
  return parts.join('&');
}

/** A wall display is dark unless told otherwise; everything else is light. */
function defaultTheme(wall: boolean): MapTheme {
  return wall ? 'dark' : 'light';
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
