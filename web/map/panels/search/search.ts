import type { PanelPart } from '#web/map/parts/MapPart.ts';
import { SearchPanel } from './SearchPanel.tsx';

export const search: PanelPart = { name: 'search', order: 5, place: 'over', onWall: false, Panel: SearchPanel };
