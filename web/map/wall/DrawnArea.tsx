import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { MapRef } from 'react-map-gl/maplibre';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import type { PlaceEntry } from '#web/kit/places/placeEntry.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { setDrawing } from '#web/map/watchPlace/watchDraft.ts';
import styles from './WallSetupDialog.module.css';
import type { DrawnFault } from './wallDraft.ts';

interface DrawnAreaProps {
  readonly entry: PlaceEntry;
  readonly fault: DrawnFault | undefined;
  readonly onChange: (entry: PlaceEntry) => void;
  /** Undefined where there is no map to draw on. */
  readonly onDraw: (() => void) | undefined;
}

/** An area by hand: drawn on the map, from a file, or corner by corner. */
export function DrawnArea({ entry, fault, onChange, onDraw }: DrawnAreaProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  return (
    <div className={styles.drawn}>
      {onDraw && (
        <Button data-draw onClick={onDraw}>
          {entry.taken ? LL.tell.draw.again() : words.draw()}
        </Button>
      )}
      <PlacePicker entry={entry} onChange={onChange} error={fault && words.fault[fault]()} outlines={{ only: true }} />
    </div>
  );
}

interface DrawingOnMapProps {
  readonly map: MapRef;
  readonly onDrawn: (shape: Shape) => void;
  readonly onCancel: () => void;
}

/** While the corners are tapped on the map; without a pointer they are written instead. */
export function DrawingOnMap({ map, onDrawn, onCancel }: DrawingOnMapProps) {
  const { LL } = useTexts();
  const after = useRef({ onDrawn, onCancel });
  after.current = { onDrawn, onCancel };
  useEscape(() => onCancel());
  useEffect(() => {
    let stop: (() => void) | undefined;
    let wanted = true;
    setDrawing(true);
    import('#web/map/watchPlace/drawShape.ts').then(
      ({ drawShape }) => {
        if (wanted) stop = drawShape(map.getMap(), 'polygon', (shape) => after.current.onDrawn(shape));
      },
      () => after.current.onCancel(),
    );
    return () => {
      wanted = false;
      setDrawing(false);
      stop?.();
    };
  }, [map]);
  return createPortal(
    <div className={`${kit.card} ${styles.drawing}`} role="status">
      <p>{LL.tell.draw.hints.polygon()}</p>
      <CardButton onClick={onCancel}>{LL.map.dialog.cancel()}</CardButton>
    </div>,
    map.getContainer(),
  );
}
