import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { WatchPlaceLayer } from './WatchPlaceLayer.tsx';

export const watchPlaceLayer: LayerPart = { name: 'watch-rings', order: 25, Layer: WatchPlaceLayer };
