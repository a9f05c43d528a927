import type { PanelPart } from '#web/map/parts/MapPart.ts';
import { StrikeTable } from './StrikeTable.tsx';
import { tableAddress } from './tableAddress.ts';

export const strikeTable: PanelPart = {
  name: 'strike-table',
  order: 10,
  parameters: tableAddress.names,
  place: 'below',
  onWall: false,
  Panel: StrikeTable,
};
