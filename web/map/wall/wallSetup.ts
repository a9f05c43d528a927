import type { BBox } from '#shared/geo/BBox.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapAddress } from '#web/ground/view/mapQuery.ts';
import { withAddressPart } from '#web/ground/view/useAddressPart.ts';
import { encodeShape } from '#web/kit/addresses/shapeAddress.ts';
import type { NightHours } from '#web/kit/wall/isNight.ts';
import { type WallChoice, wallAddress } from './wallAddress.ts';

/** All that a wall is told once; it lives in the wall's address. */
export interface WallSetup extends WallChoice {
  /** In turns, each as close as the screen allows. Without any it shows its area, or the whole region. */
  readonly views: readonly BBox[];
  readonly everyMs: number;
  /** Null: never. */
  readonly night: NightHours | null;
  readonly theme: MapTheme;
}

export const NEW_SETUP: WallSetup = readSetup('wall=1');

/** Reads the query string of a wall. What is invalid counts as missing; views that are no boxes are left out. */
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

/** Returns the query string with this setup; all else in it stays. */
export function withSetup(search: string, { views, everyMs, night, theme, ...choice }: WallSetup): string {
  const present = mapAddress.parse(new URLSearchParams(search));
  const query = { ...present, wall: true, rotation: views, rotateEveryMs: everyMs, night, theme };
  return withAddressPart(withAddressPart(search, mapAddress, query), wallAddress, choice);
}

const MARGIN = 0.06;

/** The box with some room around it, to four decimals as addresses have them. */
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

/** The box as an area in addresses. */
export function boxArea(box: BBox): string {
  return encodeShape({ type: 'Polygon', coordinates: [ringOfBox(box)] });
}
