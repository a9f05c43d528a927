import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { DistanceRings } from './DistanceRings.tsx';

export const distanceRings: LayerPart = { name: 'distance-rings', order: 20, lies: 'over-names', Layer: DistanceRings };
