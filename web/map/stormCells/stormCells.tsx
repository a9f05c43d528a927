import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import { cellsAddress } from './cellsAddress.ts';
import { LazyCellList, LazyCellToggle, useCellsCame } from './lazyCells.ts';

/** After the table of strikes, so that its late appearance moves nothing that is being read. */
export const stormCellList: PanelPart = {
  name: 'storm-cell-list',
  order: 20,
  parameters: cellsAddress.names,
  place: 'now',
  onWall: false,
  Panel: StormCellsNow,
};

/** Also on a wall, which has no list below its map. */
export const stormCellSwitch: PanelPart = {
  name: 'storm-cell-switch',
  order: 40,
  place: 'choices',
  onWall: true,
  Panel: StormCellsSwitch,
};

/** As text, for users who cannot see the map. */
function StormCellsNow(props: PanelProps) {
  return useCellsCame(props.sky.cells) && <LazyCellList {...props} />;
}

/** Hides the cells on the map. */
function StormCellsSwitch(props: PanelProps) {
  return useCellsCame(props.sky.cells) && <LazyCellToggle {...props} />;
}
