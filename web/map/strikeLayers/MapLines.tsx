import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
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

interface MapLinesProps {
  /** A point near everything in the drawing. */
  readonly anchor: LinePoint;
  readonly children: ReactNode;
}

/**
 * Lines and labels over the map and below its strikes, in a separate SVG, so that changes repaint no ground. Its
 * children are `LinePath`s and `LineLabel`s.
 */
export function MapLines({ anchor, children }: MapLinesProps) {
  const map = useMap().current?.getMap();
  const drawing = useRef<SVGGElement>(null);
  const [longitude, latitude] = anchor;
  useEffect(() => {
    if (!map) return;
    const follow = () => {
      const { x, y } = map.project([longitude, latitude]);
      const scale = 2 ** (map.getZoom() - ZOOM);
      drawing.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
      drawing.current?.style.setProperty('--unscaled', String(1 / scale));
      for (const label of drawing.current?.querySelectorAll<SVGTextElement>('[data-least]') ?? [])
        label.toggleAttribute('data-crowded', Number(label.dataset.least) > scale);
    };
    follow();
    map.on('move', follow);
    map.on('resize', follow);
    return () => {
      map.off('move', follow);
      map.off('resize', follow);
    };
  }, [map, longitude, latitude]);
  return (
    <svg className={styles.mapLines} aria-hidden="true" data-map-lines>
      <g ref={drawing}>{children}</g>
    </svg>
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

interface LineLabelProps {
  readonly at: LinePoint;
  readonly anchor: LinePoint;
  readonly text: string;
  readonly sizePx: number;
  readonly colour: string;
  readonly halo: string;
  /** At lower zooms it would overlap others. */
  readonly leastZoom?: number;
  /** Above its point, not on it. */
  readonly above?: boolean;
}

export function LineLabel({ at, anchor, text, sizePx, colour, halo, leastZoom, above }: LineLabelProps) {
  const [x, y] = useMemo(() => placeOn(at, anchor), [at, anchor]);
  return (
    <text
      className={styles.mapLinesLabel}
      style={{ '--x': `${x}px`, '--y': `${y}px` } as React.CSSProperties}
      fontSize={sizePx}
      fill={colour}
      stroke={halo}
      dy={above ? '-1.2em' : undefined}
      data-map-label
      data-least={leastZoom === undefined ? undefined : 2 ** (leastZoom - ZOOM)}
    >
      {text}
    </text>
  );
}
