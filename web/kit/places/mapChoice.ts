import { proxy, ref, useSnapshot } from 'valtio';
import type { Shape } from '#shared/geo/Shape.ts';

export type ChoiceKind = 'point' | 'line' | 'polygon';

/** A form's request to choose a shape on the map. */
export interface MapChoice {
  readonly kind: ChoiceKind;
  /** Called once; without a shape if the visitor cancelled. */
  readonly onDone: (shape?: Shape) => void;
}

/** Client-side only: changed by the single open form and by the map next to it. */
const choice = proxy<{ request: ReturnType<typeof ref<MapChoice>> | undefined }>({ request: undefined });

/** Requests a shape, and cancels any earlier request. */
export function requestFromMap(mapChoice: MapChoice): void {
  resultMap();
  choice.request = ref(mapChoice);
}

export function resultMap(shape?: Shape): void {
  const { request: requested } = choice;
  choice.request = undefined;
  requested?.onDone(shape);
}

/** True while a tap on the map chooses a place instead of opening a strike. */
export function isChoosing(): boolean {
  return choice.request !== undefined;
}

/** Cancels this request, if it is still pending. */
export function giveUp(mapChoice: MapChoice | undefined): void {
  if (mapChoice && choice.request === mapChoice) resultMap();
}

export function useMapChoice(): MapChoice | undefined {
  return useSnapshot(choice).request;
}
