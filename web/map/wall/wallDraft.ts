import { HOME_BOX } from '#shared/geo/Areas.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { MAX_ROTATED_VIEWS } from '#shared/limits.ts';
import { POLYGON_CODE } from '#shared/wall/areaCode.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { REGION_BOX } from '#web/ground/view/viewBox.ts';
import { decodeShape, encodeShape, shapeInAddress } from '#web/kit/addresses/shapeAddress.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { EMPTY_ENTRY, type PlaceEntry } from '#web/kit/places/placeEntry.ts';
import { entryOf } from '#web/kit/places/usePlaceEntry.ts';
import type { KeptSetup } from './keptWall.ts';
import { boxArea, NEW_SETUP, roomAround, type WallSetup } from './wallSetup.ts';

/** A setup while it is chosen. */
export interface WallDraft extends Omit<WallSetup, 'views' | 'area'> {
  /** A region's code, `here` for the box of the map, `drawn`, or empty. */
  readonly outline: string;
  /** What `drawn` means. */
  readonly drawn: PlaceEntry;
  readonly shows: Readonly<Record<'area' | 'region' | 'map' | 'before', boolean>>;
  /** Views of a kept setup that are none of the others. */
  readonly before: readonly BBox[];
  readonly locale: Locale;
}

const NOTHING_DRAWN: PlaceEntry = { ...EMPTY_ENTRY, by: 'outline' };

export function newDraft(locale: Locale): WallDraft {
  const shows = { area: true, region: true, map: false, before: false };
  return { ...NEW_SETUP, outline: '', drawn: NOTHING_DRAWN, shows, before: [], locale };
}

/** A kept setup as it was chosen; what of it cannot be chosen here stays as it was. */
export function draftOf({ area = '', views, ...setup }: KeptSetup): WallDraft {
  const isRegion = (view: BBox) => Object.entries(REGION_BOX).every(([side, at]) => view[side as keyof BBox] === at);
  const others = views.filter((view) => !isRegion(view));
  const hasArea = area !== '' && others.length > 0;
  const before = hasArea ? others.slice(1) : others;
  const shows = { area: hasArea, region: views.some(isRegion), map: false, before: before.length > 0 };
  const shape = POLYGON_CODE.test(area) ? decodeShape(area) : undefined;
  const drawn = shape ? entryOf({ shape, name: '' }, setup.locale) : NOTHING_DRAWN;
  return { ...setup, outline: shape ? 'drawn' : area, drawn, shows, before };
}

/** `area`: there is none, or no area. `corners`: more than an address holds. `outside`: beyond what is always watched. */
export type DrawnAreaFault = 'area' | 'corners' | 'crossing' | 'outside';

/** The area as an address has it; undefined for none. */
export type DraftArea =
  | { readonly ok: true; readonly area: string | undefined }
  | { readonly ok: false; readonly fault: DrawnAreaFault };

export function draftArea({ outline, drawn }: Pick<WallDraft, 'outline' | 'drawn'>, box: BBox | undefined): DraftArea {
  if (outline === 'drawn') return drawnArea(drawn.taken?.shape);
  return { ok: true, area: outline === 'here' ? box && boxArea(box) : outline || undefined };
}

/** As wide as one likes: without a level it is outlined all the same. */
const LIMITS = { ...WATCHED_SHAPE, acrossKm: Number.POSITIVE_INFINITY };

function drawnArea(shape: Shape | undefined): DraftArea {
  if (shape?.type !== 'Polygon') return { ok: false, fault: 'area' };
  const fault = shapeFault(shapeInAddress(shape), boxAroundShape(shape, 0), HOME_BOX, LIMITS);
  if (fault !== null) return { ok: false, fault: fault === 'corners' || fault === 'crossing' ? fault : 'outside' };
  const area = encodeShape(shape);
  return POLYGON_CODE.test(area) ? { ok: true, area } : { ok: false, fault: 'corners' };
}

/** `areaBox`: of the outlined area, if it is known; `box`: what the map shows. */
export function setupOf(
  { outline, drawn, shows, before, ...rest }: WallDraft,
  area: string | undefined,
  areaBox: BBox | undefined,
  box: BBox | undefined,
): KeptSetup {
  const views = [
    ...(shows.area && areaBox ? [roomAround(areaBox)] : []),
    ...(shows.region ? [REGION_BOX] : []),
    ...(shows.map && box ? [roomAround(box)] : []),
    ...(shows.before ? before : []),
  ].slice(0, MAX_ROTATED_VIEWS);
  return { ...rest, area, views };
}
