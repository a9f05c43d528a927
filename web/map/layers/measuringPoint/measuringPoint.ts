import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { MeasuringPoint } from './MeasuringPoint.tsx';

export const measuringPoint: LayerPart = {
  name: 'measuring-point',
  order: 31,
  lies: 'over-strikes',
  Layer: MeasuringPoint,
};
