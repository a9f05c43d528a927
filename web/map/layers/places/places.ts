import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { PlaceMarks } from './PlaceMarks.tsx';

export const places: LayerPart = { name: 'places', order: 30, lies: 'over-strikes', Layer: PlaceMarks };
