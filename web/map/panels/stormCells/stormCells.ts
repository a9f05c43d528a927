import { cellsAddress } from '#web/map/cells/cellsAddress.ts';
import type { PanelPart } from '#web/map/parts/MapPart.ts';
import { StormCellsBelow, StormCellsSwitch } from './StormCells.tsx';

/** After the table of strikes: what appears later moves nothing that is read already. */
export const stormCellList: PanelPart = {
  name: 'storm-cell-list',
  order: 20,
  parameters: cellsAddress.names,
  place: 'below',
  onWall: false,
  Panel: StormCellsBelow,
};

export const stormCellSwitch: PanelPart = {
  name: 'storm-cell-switch',
  order: 40,
  place: 'over',
  onWall: true,
  Panel: StormCellsSwitch,
};
