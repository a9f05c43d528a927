import { strikeTable } from './panels/strikeTable/strikeTable.ts';
import type { PanelPart } from './parts/MapPart.ts';

/** Every panel there is, in reading order. A new one is a folder of its own in `panels/` and a line here. */
export const mapPanels: readonly PanelPart[] = [strikeTable];
