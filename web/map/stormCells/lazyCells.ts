import { type ComponentType, lazy, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { CellsNow } from '#web/sky/shown/Sky.ts';

const load = () => withinChunkTimeout(import('./cellsInOne.ts'));
type Parts = Awaited<ReturnType<typeof load>>;

function part<Name extends keyof Parts>(name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Parameters<Parts[Name]>[0]> }));
}

/** Loaded with the first cell. */
export const LazyCellLayer = part('CellLayer');
export const LazyCellList = part('CellList');
export const LazyCellToggle = part('CellToggle');

/** True once there has been a storm cell since the page started. */
export function useCellsCame(cells: CellsNow): boolean {
  const [came, setCame] = useState(false);
  if (!came && (cells.kind === 'late' || (cells.kind === 'told' && cells.event.cells.id.length > 0))) setCame(true);
  return came;
}
