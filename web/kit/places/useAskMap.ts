import { useCallback, useEffect, useState } from 'react';
import { useAside } from '#web/kit/browser/alone.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { askMap, type ChoiceKind, giveUp, type MapChoice, useMapChoice } from './mapChoice.ts';

/**
 * Lets a form ask the map. Escape gives up, and so does the form when it goes; `onDone` is then called without a shape.
 * `kind` is what this form asks for just now.
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
