import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { StormCells } from './StormCells.tsx';

/** Below the distance rings. */
export const stormCells: LayerPart = { name: 'storm-cells', order: 15, lies: 'over-names', Layer: StormCells };
