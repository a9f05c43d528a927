import { useCallback, useEffect, useState } from 'react';
import { useAside } from '#web/kit/browser/alone.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { askMap, type ChoiceKind, giveUp, type MapChoice, useMapChoice } from './mapChoice.ts';

/**
 * Lets a form request a shape from the map. Escape and unmounting the form cancel the request; `onDone` is then called
 * without a shape. `kind` is the form's pending request.
 */
export function useAskMap(onDone: MapChoice['onDone']) {
  const asked = useMapChoice();
  const [own, setOwn] = useState<MapChoice>();
  const leave = useCallback(() => giveUp(own), [own]);
  useEscape(leave);
  useEffect(() => leave, [leave]);
  const ask = (wanted: ChoiceKind) => {
    const next = { kind: wanted, onDone };
    setOwn(next);
    askMap(next);
  };
  const kind = own === asked ? own?.kind : undefined;
  useAside(kind !== undefined);
  return { kind, ask };
}
