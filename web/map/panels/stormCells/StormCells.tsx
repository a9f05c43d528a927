import { CellList, CellToggle, useCellsCame } from '#web/map/cells/lazyCells.ts';
import type { PanelProps } from '#web/map/parts/MapPart.ts';

/** The storm cells in words, for those who cannot see the map. */
export function StormCellsBelow(props: PanelProps) {
  return useCellsCame(props.sky.cells) && <CellList {...props} />;
}

/** Switches the cells on the map on and off. */
export function StormCellsSwitch(props: PanelProps) {
  return useCellsCame(props.sky.cells) && <CellToggle {...props} />;
}
