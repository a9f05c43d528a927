import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';
import { formatTile, type Tile, tileAt, tileBounds } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';

/** Fires a day in home that lightning did not light, before any were counted. */
const ASSUMED_A_DAY = 200;
/** The assumption weighs as much as so many days of counting. */
const ASSUMED_DAYS = 7;
const ZOOM = 6;

interface JudgedFire extends Position {
  readonly firstSeenMs: number;
  /** That lightning lit it. */
  readonly chance: number;
}

const RADIANS = Math.PI / 180;

function squareKm({ west, south, east, north }: BBox): number {
  return EARTH_RADIUS_KM ** 2 * (east - west) * RADIANS * (Math.sin(north * RADIANS) - Math.sin(south * RADIANS));
}

const ASSUMED_RATE = ASSUMED_A_DAY / 24 / squareKm(HOME_BOX);

const monthOf = (atMs: number) => new Date(atMs).getUTCMonth();

/**
 * How often fires begin that lightning did not light, by calendar month and tile of zoom 6, from fires that were judged.
 * Each counts as far as lightning did not light it. Where little was counted it stays near what is assumed everywhere.
 */
export class OtherFires {
  private readonly counts = new Map<string, number>();
  private readonly hours = new Map<number, number>();

  /** `watched`: the time in which all fires of home were seen. */
  constructor(judged: Iterable<JudgedFire> = [], watched: readonly Span[] = []) {
    for (const [fromMs, toMs] of watched) {
      for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
        const month = monthOf(dayMs);
        const hours = (Math.min(toMs, dayMs + DAY_MS) - dayMs) / HOUR_MS;
        this.hours.set(month, (this.hours.get(month) ?? 0) + hours);
      }
    }
    for (const { firstSeenMs, chance, ...place } of judged) {
      const key = keyOf(tileOf(place), monthOf(firstSeenMs));
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1 - chance);
    }
  }

  /** For each square kilometre and hour. */
  rateAt(place: Position, atMs: number): number {
    const tile = tileOf(place);
    const month = monthOf(atMs);
    const box = bboxIntersection(tileBounds(tile), HOME_BOX);
    const hours = this.hours.get(month) ?? 0;
    if (!box || hours === 0) return ASSUMED_RATE;
    const km2 = squareKm(box);
    const assumedHours = ASSUMED_DAYS * 24;
    const count = (this.counts.get(keyOf(tile, month)) ?? 0) + ASSUMED_RATE * km2 * assumedHours;
    return count / (km2 * (hours + assumedHours));
  }
}

const tileOf = ({ latitude, longitude }: Position): Tile => tileAt(longitude, latitude, ZOOM);

const keyOf = (tile: Tile, month: number) => `${formatTile(tile)} ${month}`;
