import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * For a form or a dialog that was refused: `focusError` moves the focus to the first invalid field, which has the error
 * text.
 */
export function useErrorFocus<Asking extends HTMLElement = HTMLFormElement>() {
  const form = useRef<Asking>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const focusError = useCallback(() => setRefusals((count) => count + 1), []);
  return { form, focusError };
}
