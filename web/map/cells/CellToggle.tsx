import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { IconButton } from '#web/map/kit/IconButton.tsx';
import { useTextAreas } from '#web/map/kit/useTextAreas.ts';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import styles from './CellToggle.module.css';
import { cellsAddress } from './cellsAddress.ts';
import { CELL_TEXTS } from './cellTexts.ts';

/** A button over the map that shows and hides the storm cells there. The address remembers it. */
export function CellToggle({ sky: { cells } }: PanelProps) {
  const { LL } = useTexts();
  const [{ drawn }, change] = useAddressPart(cellsAddress);
  if (!useTextAreas(CELL_TEXTS) || cells.kind !== 'told') return null;
  return (
    <div className={styles.place} data-map-controls>
      <IconButton
        name={LL.cells.toggle()}
        aria-pressed={drawn}
        path="M7 15a4 4 0 0 1 .5-8 5.500 5.500 0 0 1 10.500 1.500 3.300 3.300 0 0 1-.5 6.500M12 12l-2 4h4l-2 4"
        onClick={() => change((choice) => ({ ...choice, drawn: !drawn }), 'replace')}
      />
    </div>
  );
}
