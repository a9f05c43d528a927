import { useEffect, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { type Corner, pointAt } from '#shared/geo/Shape.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { type ChoiceKind, type MapChoice, resultMap } from '#web/kit/places/mapChoice.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import styles from './Choosing.module.css';
import { cornersToShape } from './cornersToShape.ts';
import { ShapeOnMap } from './ShapeOnMap.tsx';

const AREAS = ['mapMore'] as const;

interface ChoosingLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly choice: MapChoice;
}

/** Lets the user choose a form's place on the map: by taps, or by its middle, which the arrow keys move. */
export default function ChoosingLayer({ choice: { kind }, screen, beforeId }: ChoosingLayerProps) {
  const { LL } = useTexts();
  const texts = LL.mapMore.choice;
  const ready = useTextAreas(AREAS);
  const [corners, setCorners] = useState<readonly Corner[]>([]);
  useTaps(kind);
  const shape = cornersToShape(kind, corners);
  const acceptCentre = () => {
    const middle = screen.centreOf();
    if (kind === 'point') return resultMap(pointAt(middle));
    setCorners([...corners, [middle.longitude, middle.latitude]]);
  };
  return (
    <>
      {shape && <ShapeOnMap id="choosing" shape={shape} theme={screen.query.theme} beforeId={beforeId} />}
      <div className={styles.middle} aria-hidden="true" />
      {ready && (
        <section className={`${kit.card} ${styles.box}`} aria-label={texts.label()}>
          <p role="status">{texts.hints[kind]()}</p>
          <div className={styles.ways}>
            <CardButton onClick={acceptCentre}>
              {kind === 'point' ? texts.middle() : texts.corner({ n: corners.length + 1 })}
            </CardButton>
            {shape && (
              <CardButton primary onClick={() => resultMap(shape)}>
                {texts.done()}
              </CardButton>
            )}
            <CardButton onClick={() => resultMap()}>{texts.back()}</CardButton>
          </div>
        </section>
      )}
    </>
  );
}

/** Uses taps as choices. The crosshair pointer appears once the drawing code has loaded. */
function useTaps(kind: ChoiceKind): void {
  const map = useMap().current;
  useEffect(() => {
    if (!map) return;
    const canvas = map.getCanvas();
    // Its arrow keys move the middle.
    canvas.focus({ preventScroll: true });
    let stop: (() => void) | undefined;
    let isRequested = true;
    const accept = (stopTaking: () => void) => {
      stop = stopTaking;
      canvas.style.cursor = 'crosshair';
    };
    if (kind === 'point') {
      const click = ({ lngLat: { lng, lat } }: { readonly lngLat: { readonly lng: number; readonly lat: number } }) =>
        resultMap(pointAt({ longitude: lng, latitude: lat }));
      map.on('click', click);
      accept(() => void map.off('click', click));
    } else {
      // Only visitors who draw load the library.
      import('./drawShape.ts').then(
        ({ drawShape }) => {
          if (isRequested) accept(drawShape(map.getMap(), kind, resultMap));
        },
        () => undefined,
      );
    }
    return () => {
      isRequested = false;
      stop?.();
      canvas.style.cursor = '';
    };
  }, [map, kind]);
}
