import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { cellsAddress } from '#web/map/cells/cellsAddress.ts';
import { CellLayer, useCellsCame } from '#web/map/cells/lazyCells.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';

/** Storm cells, drawn unless the visitor has switched them off. */
export function StormCells(props: LayerProps) {
  const [{ drawn }] = useAddressPart(cellsAddress);
  const came = useCellsCame(props.sky.cells);
  return came && drawn && <CellLayer {...props} />;
}
