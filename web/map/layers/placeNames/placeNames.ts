import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { LoadPlaceNames } from './LoadPlaceNames.tsx';

export const placeNames: LayerPart = { name: 'place-names', order: 90, lies: 'over-strikes', Layer: LoadPlaceNames };
