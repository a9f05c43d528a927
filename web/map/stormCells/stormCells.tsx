import { type ComponentType, lazy, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import type { LayerPart, LayerProps, PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import type { CellsNow } from '#web/sky/Sky.ts';
import { cellsAddress } from './cellsAddress.ts';

const load = () => withinChunkTimeout(import('./CellList.tsx'));
type Parts = Awaited<ReturnType<typeof load>>;

function part<Name extends keyof Parts>(name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Parameters<Parts[Name]>[0]> }));
}

/** Loaded with the first cell. */
export const LazyCellLayer = part('CellLayer');
const LazyCellList = part('CellList');
const LazyCellToggle = part('CellToggle');

/** True once there has been a storm cell since the page started. */
export function useCellsCame(cells: CellsNow): boolean {
  const [came, setCame] = useState(false);
  if (!came && (cells.kind === 'late' || (cells.kind === 'told' && cells.event.cells.id.length > 0))) setCame(true);
  return came;
}

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

/** Below the distance rings. */
export const stormCells: LayerPart = {
  name: 'storm-cells',
  order: 15,
  lies: 'over-names',
  Layer: StormCells,
  embedded: true,
};

function StormCells(props: LayerProps) {
  const [{ rendered }] = useAddress(cellsAddress, 'query');
  const came = useCellsCame(props.sky.cells);
  // While the time is dragged, the loaded cells belong to another time.
  const isThen = props.visible.toMs === props.sky.toMs;
  return came && rendered && isThen && <LazyCellLayer {...props} />;
}
