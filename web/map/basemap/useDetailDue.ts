import { useEffect, useState } from 'react';
import { FIRST_STRIKES, previewElement } from '#web/sky/previewElement.ts';

const CHECK_MS = 250;
/** Load the ground after this long even without strike data. */
const MAX_TIMEOUT_MS = 10_000;

interface FirstView {
  /** Some strikes are on the screen. */
  readonly strikesRendered: boolean;
  /** True if an empty map means that nothing struck. */
  readonly skyKnown: boolean;
  /** The map has not yet taken over from the preview. */
  readonly previewed: boolean;
  readonly ageMs: number;
}

/** True once more of the ground may load: it must not delay the first strikes. */
export function detailDue({ strikesRendered, skyKnown, previewed, ageMs }: FirstView): boolean {
  return ((strikesRendered || skyKnown) && !previewed) || ageMs >= MAX_TIMEOUT_MS;
}

export function useDetailDue(skyKnown: boolean): boolean {
  const [due, setDue] = useState(false);
  const [sinceMs] = useState(() => performance.now());
  useEffect(() => {
    if (due) return;
    const check = () => {
      const strikesRendered = performance.getEntriesByName(FIRST_STRIKES).length > 0;
      const ageMs = performance.now() - sinceMs;
      if (detailDue({ strikesRendered, skyKnown, previewed: previewElement() !== null, ageMs })) setDue(true);
    };
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [due, skyKnown, sinceMs]);
  return due;
}
