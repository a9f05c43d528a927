import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { PanelPart } from '#web/map/parts/MapPart.ts';

/** A text that another app shared with this one, if no place was found in it. */
export const sharedText: PanelPart = {
  name: 'shared-text',
  order: 30,
  parameters: ['shared'],
  place: 'over',
  onWall: false,
  Panel: new URLSearchParams(globalThis.location?.search).has('shared')
    ? lazy(() => withinChunkTimeout(import('./SharedText.tsx')))
    : () => null,
};
