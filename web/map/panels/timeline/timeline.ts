import type { PanelPart } from '#web/map/parts/MapPart.ts';
import { TimelineButton } from './TimelineButton.tsx';

export const timeline: PanelPart = {
  name: 'timeline',
  order: 30,
  parameters: ['t', 'w'],
  place: 'over',
  onWall: true,
  Panel: TimelineButton,
};
