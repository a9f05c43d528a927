import { useEffect, useRef } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { RING_KM } from '#shared/watch/Area.ts';
import type { Rings, RingsKm } from '#web/ground/picture/shownRings.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './RingHandles.module.css';
import { handleAt, orderedRings, ringThrough } from './ringHandle.ts';

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
    const set = (wanted: number) => onChange(orderedRings(ringsKm, ring, wanted));
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
      className={styles.handle}
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
