import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import type { PlaceEntry } from '#web/kit/places/placeEntry.ts';
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
          {entry.taken ? words.again() : words.draw()}
        </Button>
      )}
      <PlacePicker entry={entry} onChange={onChange} error={fault && words.fault[fault]()} outlines="only" />
    </div>
  );
}
