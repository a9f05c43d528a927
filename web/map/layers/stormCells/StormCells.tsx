import { cellsAddress } from '../../cells/cellsAddress.ts';
import { CellLayer, useCellsCame } from '../../cells/lazyCells.ts';
import type { LayerProps } from '../../parts/MapPart.ts';
import { useAddressPart } from '../../view/useAddressPart.ts';

/** Storm cells, drawn unless the visitor has switched them off. */
export function StormCells(props: LayerProps) {
  const [{ drawn }] = useAddressPart(cellsAddress);
  const came = useCellsCame(props.sky.cells);
  return came && drawn && <CellLayer {...props} />;
}
