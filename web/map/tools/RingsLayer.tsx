import { useEffect, useMemo, useRef } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { bboxCentre } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, type Corner, cornersOf, distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { RING_KM } from '#shared/watch/Area.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import type { Rings, RingsKm } from '#web/ground/picture/visibleRings.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { ShapeOnMap } from '#web/map/choosing/ShapeOnMap.tsx';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { LinePath, type LinePoint, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import styles from '../parts/tools.module.css';
import { useInView } from './PictureLayer.tsx';

/** Changes one ring; the others are adjusted to keep the order, outermost first. */
export function orderedRings(rings: RingsKm, ring: 0 | 1 | 2, km: number): RingsKm {
  const moved = (index: number): number => {
    const own = rings[index] ?? km;
    if (index === ring) return km;
    return index < ring ? Math.max(own, km) : Math.min(own, km);
  };
  return [moved(0), moved(1), moved(2)];
}

/** North, west, north: the card may cover the east or the south, and neighbours are on different sides. */
const TOWARDS = [
  [0, 1],
  [-1, 0],
  [0, 1],
] as const;

/** Position of a ring's handle: at its distance beyond the outermost corner on its side, so that corner is nearest. */
export function handleAt(shape: Shape, ring: 0 | 1 | 2, km: number): Position {
  const [east, north] = TOWARDS[ring];
  const reach = ([x, y]: Corner) => x * east + y * north;
  const [longitude, latitude] = cornersOf(shape).reduce((far, corner) => (reach(corner) > reach(far) ? corner : far));
  const degrees = km / KM_PER_DEGREE;
  return {
    longitude: longitude + (east * degrees) / Math.cos((latitude * Math.PI) / 180),
    latitude: latitude + north * degrees,
  };
}

/** Radius of the ring through a position, in whole kilometres, within the allowed range. */
export function ringThrough(shape: Shape, at: Position): number {
  return Math.min(RING_KM.max, Math.max(RING_KM.min, Math.round(distanceFrom(shape)(at))));
}

const RINGS = ['watch', 'warning', 'stop'] as const;
const INDEXES = [0, 1, 2] as const;
const STEPS_KM: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 5,
  PageDown: -5,
};

interface RingHandlesProps extends Pick<Rings, 'shape' | 'ringsKm'> {
  readonly onChange: (ringsKm: RingsKm) => void;
}

/** A handle on each ring, for touch, mouse and keyboard. */
export function RingHandles({ shape, ringsKm, onChange }: RingHandlesProps) {
  const { LL } = useTexts();
  return INDEXES.map((ring) => {
    const km = ringsKm[ring];
    const set = (requested: number) => onChange(orderedRings(ringsKm, ring, requested));
    const { latitude, longitude } = handleAt(shape, ring, km);
    return (
      <Marker
        key={ring}
        className={styles.marker ?? ''}
        latitude={latitude}
        longitude={longitude}
        draggable
        onDrag={({ lngLat: { lat, lng } }) => set(ringThrough(shape, { latitude: lat, longitude: lng }))}
      >
        <Handle
          ring={RINGS[ring]}
          name={LL.watch.scope.handle({ level: LL.watch.level[RINGS[ring]]() })}
          km={km}
          text={LL.watch.scope.ring({ km: String(km) })}
          onChange={set}
        />
      </Marker>
    );
  });
}

interface HandleProps {
  readonly ring: (typeof RINGS)[number];
  readonly name: string;
  readonly km: number;
  readonly text: string;
  readonly onChange: (km: number) => void;
}

function Handle({ ring, name, km, text, onChange }: HandleProps) {
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = handle.current;
    if (!element) return;
    // The surrounding map gets both events before React: it would move, or treat the press as a choice of place.
    const press = (event: KeyboardEvent) => {
      const step = STEPS_KM[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      onChange(Math.min(RING_KM.max, Math.max(RING_KM.min, km + step)));
    };
    const click = (event: Event) => event.stopPropagation();
    element.addEventListener('keydown', press);
    element.addEventListener('click', click);
    return () => {
      element.removeEventListener('keydown', press);
      element.removeEventListener('click', click);
    };
  }, [km, onChange]);
  return (
    <div
      ref={handle}
      className={styles.ringHandle}
      data-ring={ring}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={RING_KM.min}
      aria-valuemax={RING_KM.max}
      aria-valuenow={km}
      aria-valuetext={text}
      title={name}
    >
      <span>{text}</span>
    </div>
  );
}

interface RingsLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly rings: Rings;
}

/** The rings around a watched place, with handles for users who may change them. */
export default function RingsLayer({ rings, screen, beforeId }: RingsLayerProps) {
  const { shape, ringsKm, onChange, followsMap } = rings;
  const { theme } = screen.query;
  const anchor = useMemo((): LinePoint => middleOf(shape), [shape]);
  const paths = useMemo(
    () => distanceContours(shape, ringsKm).map((segments) => pathOf(segments, anchor)),
    [shape, ringsKm, anchor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: while a ring is moved the map stays
  const place = useMemo(() => (followsMap ? undefined : boxAroundShape(shape, ringsKm[0])), [shape, followsMap]);
  useInView(place);
  const { edge, rings: colours } = mapColours[theme];
  return (
    <>
      <MapLines anchor={anchor}>
        {paths.map((d, ring) => (
          <LinePath
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is what it is by its place
            key={ring}
            d={d}
            colour={colours[ring] ?? colours[2]}
            widthPx={3}
            edge={{ colour: edge, widthPx: 6 }}
          />
        ))}
      </MapLines>
      {onChange && <RingHandles shape={shape} ringsKm={ringsKm} onChange={onChange} />}
      <ShapeOnMap id="watched" shape={shape} theme={theme} beforeId={beforeId} />
    </>
  );
}

function middleOf(shape: Rings['shape']): LinePoint {
  const { longitude, latitude } = bboxCentre(boxAroundShape(shape, 0));
  return [longitude, latitude];
}
