import type { PanelPart } from '#web/map/parts/MapPart.ts';
import { WatchPlace } from './WatchPlace.tsx';

export const watchPlace: PanelPart = {
  name: 'watch-place',
  order: 20,
  place: 'over',
  onWall: false,
  Panel: WatchPlace,
};
