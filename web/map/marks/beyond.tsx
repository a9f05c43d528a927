import { useEffect, useMemo, useRef, useState } from 'react';
import { type MapRef, useMap } from 'react-map-gl/maplibre';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { mercatorY } from '#shared/geo/mercator.ts';
import { NEAR_KM, nearestStrike, type StrikeScope } from '#shared/sky/placeFacts.ts';
import { NEAR_MS } from '#shared/sky/verdictOf.ts';
import { whenIdle } from '#web/kit/browser/whenIdle.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { coversText, type MapRect, overlaps, panelsOver, strikesOver } from '#web/map/strikeLayers/freeRoom.ts';
import { freshStrikes } from '#web/sky/findStrikes.ts';
import { awayText, distanceText } from '#web/sky/placeText.ts';
import type { StoredStrike, StrikeStore } from '#web/sky/StrikeStore.ts';
import styles from '../kit/marks.module.css';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 8;
const STEP = 8;
/** Further along the edge an arrow would no longer point to its target. */
const FURTHEST_SHARE = 0.35;
/** On a phone the credits take the whole lower edge: a chip then lies above them. */
const MOST_INWARD = 96;
/** A strike so close to the edge is half hidden, or lies under the credits. */
const HIDDEN_PX = 20;

/**
 * The free place for a chip that is nearest to `at`, a point on the edge of a map as shares of its size: it slides along
 * the edge until it covers nothing, and where the edge has no room near `at`, along a line further inward. Undefined if
 * there is none.
 */
export function edgeSlot(at: Point, map: Size, chip: Size, isFree: (rect: MapRect) => boolean): MapRect | undefined {
  const alongX = Math.abs(at.y - 0.5) >= Math.abs(at.x - 0.5);
  const [length, side] = alongX ? [map.width, chip.width] : [map.height, chip.height];
  const ideal = (alongX ? at.x : at.y) * length - side / 2;
  const clamp = (value: number) => Math.min(length - side - MARGIN, Math.max(MARGIN, value));
  const isNear = (alongX ? at.y : at.x) < 0.5;
  const furthest = alongX ? map.height - chip.height : map.width - chip.width;
  for (let inward = MARGIN; inward <= MOST_INWARD; inward += 2 * STEP) {
    const across = isNear ? inward : furthest - inward;
    for (let off = 0; off <= length * FURTHEST_SHARE; off += STEP) {
      for (const along of off === 0 ? [ideal] : [ideal - off, ideal + off]) {
        const [left, top] = alongX ? [clamp(along), across] : [across, clamp(along)];
        const rect = { left, top, right: left + chip.width, bottom: top + chip.height };
        if (isFree(rect)) return rect;
      }
    }
  }
  return undefined;
}

export const beyond: LayerPart = { name: 'beyond', order: 40, lies: 'over-strikes', Layer: EdgeArrow };

/** A chip at the map's edge towards the nearest strike, if that is out of view. A press shows the strike. */
function EdgeArrow({ sky, screen }: LayerProps) {
  const map = useMap().current;
  const { LL, locale } = useTexts();
  const [box, setBox] = useState<BBox>();
  useEffect(() => {
    if (!map) return;
    const read = () => setBox(clearBox(map));
    read();
    map.on('moveend', read);
    map.on('resize', read);
    return () => {
      map.off('moveend', read);
      map.off('resize', read);
    };
  }, [map]);
  const { strikes, measure, renderedNowMs, toMs } = sky;
  const beyond = useMemo(
    () =>
      box && measure
        ? strikeBeyond(strikes.store, {
            box,
            from: measure.at,
            fromMs: renderedNowMs - NEAR_MS,
            toMs,
            withinKm: NEAR_KM,
          })
        : undefined,
    [strikes, box, measure, renderedNowMs, toMs],
  );
  const [slot, setSlot] = useState<MapRect>();
  const chip = useRef<HTMLButtonElement>(null);
  const latest = useRef<() => void>(undefined);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => () => waiting.current?.(), []);
  useEffect(() => {
    // Without a chip there is nothing to measure.
    if (!map || !box || !beyond) return;
    const place = () => {
      const fresh = freshStrikes(strikes.store, renderedNowMs, toMs, box);
      const chipRects = [...panelsOver(map), ...strikesOver(map, fresh)];
      const isFree = (rect: MapRect) => !chipRects.some((other) => overlaps(other, rect)) && !coversText(map, rect);
      const { clientWidth, clientHeight } = map.getContainer();
      const { width = 0, height = 0 } = chip.current?.getBoundingClientRect() ?? {};
      setSlot(edgeSlot(beyond.at, { width: clientWidth, height: clientHeight }, { width, height }, isFree));
    };
    // A slice may arrive every few milliseconds: a pending update then places the newest state.
    latest.current = place;
    waiting.current ??= whenIdle(() => {
      waiting.current = undefined;
      latest.current?.();
    }, PLACED_WITHIN_MS);
  }, [map, box, beyond, strikes, renderedNowMs, toMs]);
  if (!measure || !beyond) return null;
  const { strike, km, angleDeg: angle } = beyond;
  return (
    <button
      ref={chip}
      type="button"
      className={styles.arrow}
      data-beyond
      style={slot ? { left: slot.left, top: slot.top } : { visibility: 'hidden' }}
      aria-label={LL.map.truth.nearest({ away: awayText(measure, strike, LL, locale) })}
      onClick={() => screen.goTo(strike)}
    >
      <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true" style={{ rotate: `${angle}deg` }}>
        <path d="M12 3l7 9h-4.5v9h-5v-9H5z" fill="currentColor" />
      </svg>
      <span>{distanceText(km, LL, locale)}</span>
    </button>
  );
}

function clearBox(map: MapRef): BBox {
  const { clientWidth, clientHeight } = map.getContainer();
  const [first, last] = [
    map.unproject([HIDDEN_PX, HIDDEN_PX]),
    map.unproject([clientWidth - HIDDEN_PX, clientHeight - HIDDEN_PX]),
  ];
  return { west: first.lng, north: first.lat, east: last.lng, south: last.lat };
}

/** Measuring the page is slow on some phones, so it waits for more urgent work. */
const PLACED_WITHIN_MS = 500;

/** The nearest strike beyond the view, and where the line to it crosses the view's edge. */
interface StrikeBeyond {
  readonly strike: StoredStrike;
  readonly km: number;
  /** Shares of the view's width and height from its upper left corner. */
  readonly at: { readonly x: number; readonly y: number };
  /** Degrees clockwise from up, on the screen. */
  readonly angleDeg: number;
}

interface BeyondScope extends Pick<StrikeScope, 'fromMs' | 'toMs'> {
  readonly box: BBox;
  readonly from: Position;
  readonly withinKm: number;
}

/** Returns the nearest strike if it is out of view; no other strike is shown at the edge. */
export function strikeBeyond(
  store: StrikeStore,
  { box, from, fromMs, toMs, withinKm }: BeyondScope,
): StrikeBeyond | undefined {
  const strike = nearestStrike(store, from, { fromMs, toMs });
  const km = strike && distanceKm(from, strike);
  if (!strike || km === undefined || km > withinKm) return undefined;
  return bboxContains(box, strike.longitude, strike.latitude) ? undefined : { strike, km, ...edgeTowards(box, strike) };
}

/** Returns where the line from the box's middle to a place outside crosses its edge, on a Mercator map. */
export function edgeTowards(box: BBox, to: Position): Pick<StrikeBeyond, 'at' | 'angleDeg'> {
  const [top, bottom] = [mercatorY(box.north), mercatorY(box.south)];
  const [width, height] = [(box.east - box.west) / 360, bottom - top];
  const dx = (to.longitude - (box.west + box.east) / 2) / 360;
  const dy = mercatorY(to.latitude) - (top + bottom) / 2;
  const reach = Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy));
  return {
    at: { x: 0.5 + (dx * reach) / width, y: 0.5 + (dy * reach) / height },
    angleDeg: (Math.atan2(dx, -dy) * 180) / Math.PI,
  };
}
