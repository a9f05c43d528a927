import { useEffect, useState } from 'react';
import type { LookUpView } from '#shared/lookUp/LookUpView.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { askLookUp, type LookUpFault } from './askLookUp.ts';

export type LookUpState =
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly fault: LookUpFault; readonly waitS?: number }
  | { readonly state: 'answered'; readonly view: LookUpView };

/** Asks once for each question, and again when `attempt` grows. */
export function useLookUp(question: LookUpQuestion, attempt: number): LookUpState {
  const [state, setState] = useState<LookUpState>({ state: 'running' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const controller = new AbortController();
    setState({ state: 'running' });
    askLookUp(question, controller.signal).then((asked) => {
      if (controller.signal.aborted) return;
      if (asked.ok) setState({ state: 'answered', view: asked.value });
      else setState({ state: 'failed', ...asked });
    });
    return () => controller.abort();
  }, [question, attempt]);
  return state;
}
