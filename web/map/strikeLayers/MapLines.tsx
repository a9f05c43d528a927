import type { Map as MapLibreMap } from 'maplibre-gl';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { coversText, type MapRect, overlaps, panelsOver, squaresAt, strikesOver } from './freeRoom.ts';
import styles from './strikeLayers.module.css';

/** Longitude and latitude. */
export type LinePoint = readonly [longitude: number, latitude: number];

/** At this zoom a unit of the drawing is a CSS pixel. */
const ZOOM = 8;
const WORLD = 512 * 2 ** ZOOM;

/** A point's position relative to `anchor`, which must be near: browsers store SVG numbers with seven digits. */
function placeOn([longitude, latitude]: LinePoint, [originLongitude, originLatitude]: LinePoint): [number, number] {
  const x = (mercatorX(longitude) - mercatorX(originLongitude)) * WORLD;
  const y = (mercatorY(latitude) - mercatorY(originLatitude)) * WORLD;
  return [Math.round(x * 1_000) / 1_000, Math.round(y * 1_000) / 1_000];
}

/** The lines as the `d` of a path. A line of one point is a dot. */
export function pathOf(lines: readonly (readonly LinePoint[])[], anchor: LinePoint): string {
  return lines
    .map((line) => {
      const places = line.map((point) => placeOn(point, anchor).join(' '));
      return places.length === 1 ? `M${places[0]}h0` : `M${places.join('L')}`;
    })
    .join('');
}

/** Where a label may lie: on its point, or beside it. */
export interface LabelSpot {
  readonly at: LinePoint;
  /** How far to the right and down of it: by 1 the label clears it. */
  readonly side?: readonly [right: number, down: number];
}

export interface MapLabel {
  readonly text: string;
  /** The best first. */
  readonly spots: readonly [LabelSpot, ...LabelSpot[]];
  /** At lower zooms it would overlap others. */
  readonly leastZoom?: number;
}

interface MapLinesProps {
  /** A point near everything in the drawing. */
  readonly anchor: LinePoint;
  /** Memoised: new ones are placed anew. */
  readonly labels?: readonly MapLabel[];
  readonly labelLook?: { readonly sizePx: number; readonly ink: string; readonly paper: string };
  /** Points that no label of the map may cover. */
  readonly clear?: readonly LinePoint[];
  /** Strikes that labels hide only if they have no other spot. */
  readonly freshStrikes?: () => readonly Position[];
  /** `LinePath`s. */
  readonly children: ReactNode;
}

/** Event on a map's element whenever labels have moved to another spot. */
export const LABELLED = 'labelled';
/** Event on a map's element whenever there are other lines or labels: all labels are placed anew. */
const DRAWN = 'drawn';

/** Of each map, the points of its drawings that no label may cover. */
const clearPoints = new WeakMap<MapLibreMap, Set<RefObject<readonly LinePoint[]>>>();

const NO_LABELS: readonly MapLabel[] = [];
const NO_POINTS: readonly LinePoint[] = [];
const CLEAR_PX = 8;
/** Between a label and the point it lies beside: clears the head of an arrow. */
const BESIDE_PX = 12;

/**
 * Lines over the map and below its strikes, in a separate SVG, so that changes repaint no ground. Labels lie above
 * strikes and names, each on the first of its spots where it covers no control, mark, fresh strike or other text.
 */
export function MapLines({
  anchor,
  labels = NO_LABELS,
  labelLook,
  clear = NO_POINTS,
  freshStrikes,
  children,
}: MapLinesProps) {
  const map = useMap().current?.getMap();
  const drawing = useRef<SVGGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [longitude, latitude] = anchor;
  const latest = useRef(freshStrikes);
  latest.current = freshStrikes;
  const points = useRef(clear);
  points.current = clear;
  useEffect(() => {
    if (!map) return;
    const all = clearPoints.get(map) ?? new Set();
    clearPoints.set(map, all.add(points));
    return () => {
      all.delete(points);
    };
  }, [map]);
  useEffect(() => {
    const signs = frame.current;
    if (!map || !signs) return;
    const view = map.getContainer();
    const placed = labels.map(({ spots, leastZoom = 0 }, index) => {
      const element = signs.children[index] as HTMLElement;
      return { element, spots, leastZoom, spot: undefined as LabelSpot | undefined, width: 0, height: 0 };
    });
    const rectAt = (
      { at: [lng, lat], side: [right, down] = [0, 0] }: LabelSpot,
      { width, height }: (typeof placed)[number],
    ): MapRect => {
      const { x, y } = map.project([lng, lat]);
      const left = x - width / 2 + right * (width / 2 + BESIDE_PX);
      const top = y - height / 2 + down * (height / 2 + BESIDE_PX);
      return { left, top, right: left + width, bottom: top + height };
    };
    const follow = () => {
      const { x, y } = map.project([longitude, latitude]);
      const zoom = map.getZoom();
      const scale = 2 ** (zoom - ZOOM);
      drawing.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
      for (const label of placed) {
        const { element, spots, spot = spots[0], leastZoom } = label;
        element.toggleAttribute('data-crowded', leastZoom > zoom);
        const { left, top } = rectAt(spot, label);
        element.style.transform = `translate(${left}px, ${top}px)`;
      }
    };
    const place = () => {
      // Once: to measure after each change of a style would cost a layout for each label and frame.
      for (const label of placed) {
        label.width = label.element.offsetWidth;
        label.height = label.element.offsetHeight;
      }
      const taken = panelsOver(map, signs);
      for (const { current } of clearPoints.get(map) ?? []) taken.push(...squaresAt(map, current, CLEAR_PX));
      const fresh = labels.length > 0 ? strikesOver(map, latest.current?.() ?? []) : [];
      let moved = false;
      for (const label of placed) {
        if (label.leastZoom > map.getZoom()) continue;
        const open = label.spots.filter((spot) => {
          const rect = rectAt(spot, label);
          const { left, top, right, bottom } = rect;
          const inView = left > 0 && top > 0 && right < view.clientWidth && bottom < view.clientHeight;
          return inView && !taken.some((other) => overlaps(other, rect));
        });
        const hidesNone = open.filter((at) => !fresh.some((other) => overlaps(other, rectAt(at, label))));
        const wanted = hidesNone.length > 0 ? hidesNone : open;
        const spot = wanted.find((at) => !coversText(map, rectAt(at, label))) ?? wanted[0] ?? label.spots[0];
        moved ||= spot !== label.spot;
        label.spot = spot;
        taken.push(rectAt(spot, label));
      }
      follow();
      if (moved) view.dispatchEvent(new Event(LABELLED));
    };
    map.on('move', follow);
    map.on('idle', place);
    view.addEventListener(DRAWN, place);
    view.dispatchEvent(new Event(DRAWN));
    return () => {
      map.off('move', follow);
      map.off('idle', place);
      view.removeEventListener(DRAWN, place);
    };
  }, [map, longitude, latitude, labels]);
  return (
    <>
      <svg className={styles.mapLines} aria-hidden="true" data-map-lines>
        <g ref={drawing}>{children}</g>
      </svg>
      <div
        ref={frame}
        className={styles.mapLabels}
        style={
          labelLook &&
          ({ fontSize: labelLook.sizePx, color: labelLook.ink, '--paper': labelLook.paper } as CSSProperties)
        }
        aria-hidden="true"
      >
        {labels.map(({ text, spots: [{ at }] }) => (
          <span key={`${text} ${at}`} data-map-label>
            {text}
          </span>
        ))}
      </div>
    </>
  );
}

interface LinePathProps {
  /** See `pathOf`. */
  readonly d: string;
  readonly colour: string;
  readonly widthPx: number;
  readonly edge: { readonly colour: string; readonly widthPx: number };
  readonly opacity?: number;
  readonly dashed?: boolean;
}

/** A line of the same width at every zoom, with an outline for contrast on any ground. */
export function LinePath({ d, colour, widthPx, edge, opacity, dashed = false }: LinePathProps) {
  const dashes = dashed ? `${3 * widthPx} ${3 * widthPx}` : undefined;
  return (
    <>
      <path d={d} stroke={edge.colour} strokeWidth={edge.widthPx} strokeOpacity={(opacity ?? 1) * 0.7} />
      <path d={d} stroke={colour} strokeWidth={widthPx} strokeOpacity={opacity} strokeDasharray={dashes} />
    </>
  );
}
