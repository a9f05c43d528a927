import type { LayerPart } from '../../parts/MapPart.ts';
import { LoadPlaceNames } from './LoadPlaceNames.tsx';

export const placeNames: LayerPart = { name: 'place-names', order: 90, Layer: LoadPlaceNames };
