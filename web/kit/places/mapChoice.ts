import { proxy, ref, useSnapshot } from 'valtio';
import type { Shape } from '#shared/geo/shape/Shape.ts';

export type ChoiceKind = 'point' | 'line' | 'polygon';

/** A question of a form that the map answers. */
export interface MapChoice {
  readonly kind: ChoiceKind;
  /** Called once; without a shape if the visitor gave it up. */
  readonly onDone: (shape?: Shape) => void;
}

/** Changed in a browser only, by the one form that is open and by the map beside it. */
const choice = proxy<{ asked: ReturnType<typeof ref<MapChoice>> | undefined }>({ asked: undefined });

/** Asks for a shape; whoever asked before gets none. */
export function askMap(asked: MapChoice): void {
  answerMap();
  choice.asked = ref(asked);
}

export function answerMap(shape?: Shape): void {
  const { asked } = choice;
  choice.asked = undefined;
  asked?.onDone(shape);
}

/** Whether a tap on the map chooses a place, instead of opening a strike. */
export function isChoosing(): boolean {
  return choice.asked !== undefined;
}

/** Gives this question up, if it is still asked. */
export function giveUp(asked: MapChoice | undefined): void {
  if (asked && choice.asked === asked) answerMap();
}

export function useMapChoice(): MapChoice | undefined {
  return useSnapshot(choice).asked;
}
