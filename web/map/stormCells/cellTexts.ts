import { useMemo } from 'react';
import { compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { arrivalAt, type PlaceState } from '#shared/nowcast/arrivalAt.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import type { AdvectedFlash } from '#shared/nowcast/FlashField.ts';
import { type CellReport, createPlane, stormOf } from '#shared/nowcast/StormCell.ts';
import { decodeCells } from '#shared/wire/cellsEvent.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { awayText, nearPlaceText } from '#web/sky/placeText.ts';
import type { CellsNow, Measure } from '#web/sky/Sky.ts';
import { spanText } from '#web/sky/timeText.ts';

const SPEED_STEP = 5;
const MINUTE_MS = 60_000;

export function cellName(at: Position, places: NearestPlaces | undefined, LL: Texts, locale: Locale): string {
  const near = places?.locate(at);
  return near
    ? nearPlaceText(near, LL, locale)
    : LL.mapMore.cells.unnamed({ position: `${at.latitude.toFixed(2)}, ${at.longitude.toFixed(2)}` });
}

/** `moving north-east, about 40 km/h`, or that it has no clear direction. */
export function headingText(cell: CellReport, LL: Texts, locale: string): string {
  if (!cell.showArrow) return LL.mapMore.cells.unclear();
  const direction = LL.mapMore.cells.towards[compassPoint(bearingOf(cell))]();
  return LL.mapMore.cells.moving({ direction, speed: speedText(cell, LL, locale) });
}

/** `40 km/h`, in steps of five. */
export function speedText({ eastKmH, northKmH }: CellReport, LL: Texts, locale: string): string {
  const kmH = Math.max(SPEED_STEP, Math.round(Math.hypot(eastKmH, northKmH) / SPEED_STEP) * SPEED_STEP);
  return LL.mapMore.cells.speed({ number: new Intl.NumberFormat(locale).format(kmH) });
}

/** A cell's motion relative to the visitor's place, or its direction if it is too far away for that. */
function motionTexts(cell: CellReport, from: Measure | undefined, atMs: number, LL: Texts, locale: string): string[] {
  const state = from ? towardsPlace(from.at, cell, atMs) : 'quiet';
  if (!from || state === 'quiet') return [headingText(cell, LL, locale)];
  return state === 'here' ? [LL.mapMore.cells.here()] : [LL.mapMore.cells[state](), awayText(from, cell, LL, locale)];
}

export function cellTexts(
  cell: CellReport,
  from: Measure | undefined,
  atMs: number,
  LL: Texts,
  locale: string,
): string[] {
  const { trend, flashes, ageMinutes } = cell;
  const texts = LL.mapMore.cells;
  return [
    ...motionTexts(cell, from, atMs, LL, locale),
    ...(trend === 'steady' ? [] : [texts[trend]()]),
    texts.flashes({ count: flashes }),
    ageMinutes < 1 ? texts.new() : texts.age({ span: spanText(ageMinutes * MINUTE_MS, locale) }),
  ];
}

/** Sorts cells by distance of their edge to a place, or without one by flashes, most first. */
export function orderedCells(cells: readonly CellReport[], from: Position | undefined): CellReport[] {
  const edgeKm = (cell: CellReport) => (from ? Math.max(0, distanceKm(from, cell) - cell.radiusKm) : 0);
  return cells.toSorted((a, b) => edgeKm(a) - edgeKm(b) || b.flashes - a.flashes || a.id - b.id);
}

/** Points that represent a cell's flashes: its middle, and circles of half and all of its radius. */
const SPOKES = 12;
const HERE = { xKm: 0, yKm: 0 };

/** Forecasts a place from one cell alone, by points spread over the cell. `quiet`: too far away for a forecast. */
export function towardsPlace(place: Position, cell: CellReport, atMs: number): PlaceState {
  const storm = stormOf(cell, createPlane(place), atMs);
  const points: AdvectedFlash[] = [0, 0.5, 1].flatMap((share) =>
    Array.from({ length: SPOKES }, (_, spoke) => {
      const angle = (spoke / SPOKES) * 2 * Math.PI;
      const km = share * storm.radiusKm;
      return {
        xKm: storm.xKm + km * Math.cos(angle),
        yKm: storm.yKm + km * Math.sin(angle),
        vx: storm.vx,
        vy: storm.vy,
        cell: cell.id,
        ageMs: 0,
        count: 1,
        fresh: 1,
      };
    }),
  );
  return arrivalAt(HERE, points, [storm]).state;
}

/** The direction of a cell, in degrees clockwise from north, 0 ≤ bearing < 360. */
function bearingOf({ eastKmH, northKmH }: Pick<CellReport, 'eastKmH' | 'northKmH'>): number {
  return ((Math.atan2(eastKmH, northKmH) * 180) / Math.PI + 360) % 360;
}

/** Returns the decoded cells; the same object until they change. */
export function useCellsUpdate(cells: CellsNow): CellsUpdate | undefined {
  const event = cells.kind === 'told' ? cells.event : undefined;
  return useMemo(() => event && decodeCells(event), [event]);
}

export const CELL_TEXTS = ['mapMore'] as const;
