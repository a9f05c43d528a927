import { proxy, ref, useSnapshot } from 'valtio';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';

/** `place`: the known place nearest to the map's middle, or the visitor's own. */
export type DraftFrom = 'place' | 'centre' | 'tap' | 'visitor' | 'line' | 'polygon';

/** A place to be watched, while it is chosen. Stored nowhere. */
export interface WatchDraft {
  readonly from: DraftFrom;
  /** Undefined before a choice, and for what follows from the map's middle (`draftedShape`). */
  readonly shape: Shape | undefined;
  /** Counts up when a drawing begins anew. */
  readonly attempt: number;
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
}

const FRESH: WatchDraft = {
  from: 'place',
  shape: undefined,
  attempt: 0,
  ringsKm: DEFAULT_RINGS_KM,
  dwellMin: DEFAULT_DWELL_MS / 60_000,
};

/** Changed in a browser only, while its one map screen is open: nothing that is prerendered begins a draft. */
const choice = proxy<{ draft: ReturnType<typeof ref<WatchDraft>> | undefined; isDrawing: boolean }>({
  draft: undefined,
  isDrawing: false,
});

interface Choosing {
  readonly draft: WatchDraft | undefined;
  readonly isDrawing: boolean;
}

export function openDraft(open: boolean): void {
  choice.draft = open ? ref({ ...FRESH }) : undefined;
}

/** Of something else than a draft. */
export function setDrawing(isDrawing: boolean): void {
  choice.isDrawing = isDrawing;
}

export function changeDraft(changes: Partial<WatchDraft>): void {
  if (choice.draft) choice.draft = ref({ ...choice.draft, ...changes });
}

/** Whether a tap on the map chooses a place, instead of opening a strike. */
export function isChoosing({ draft, isDrawing }: Choosing = choice): boolean {
  return isDrawing || (draft !== undefined && ['tap', 'line', 'polygon'].includes(draft.from));
}

export function useWatchDraft(): WatchDraft | undefined {
  return useSnapshot(choice).draft;
}

export function useChoosing(): boolean {
  return isChoosing(useSnapshot(choice));
}
