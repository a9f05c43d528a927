import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { cellsAddress } from './cellsAddress.ts';
import { LazyCellLayer, useCellsCame } from './stormCells.tsx';

/** Below the distance rings. */
export const stormCells: LayerPart = { name: 'storm-cells', order: 15, lies: 'over-names', Layer: StormCells };

function StormCells(props: LayerProps) {
  const [{ rendered }] = useAddressPart(cellsAddress);
  const came = useCellsCame(props.sky.cells);
  // While the time is dragged, the loaded cells belong to another time.
  const isThen = props.visible.toMs === props.sky.toMs;
  return came && rendered && isThen && <LazyCellLayer {...props} />;
}
