import { useCallback, useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';

const OPTIONS: PositionOptions = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 60_000 };

/** `unasked`: the browser may still ask for permission. `failed` also if it has no geolocation at all. */
export type VisitorPosition =
  | { readonly state: 'unasked' | 'asking' | 'failed' }
  | { readonly state: 'known'; readonly position: Position };

/** Position with consent: on load requested only if already permitted. It never leaves this component tree. */
export function useVisitorPosition() {
  const [visitor, setVisitor] = useState<VisitorPosition>({ state: 'unasked' });

  const locate = useCallback(() => {
    const fail = (reason: string) => {
      // biome-ignore lint/suspicious/noConsole: the specification has a failed location logged
      console.info(`No position: ${reason}`);
      setVisitor({ state: 'failed' });
    };
    if (!('geolocation' in navigator)) return fail('not supported');
    setVisitor({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setVisitor({ state: 'known', position: { latitude, longitude } }),
      (error) => fail(error.message),
      OPTIONS,
    );
  }, []);

  useEffect(() => {
    let isRequested = true;
    navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => isRequested && state === 'granted' && locate(),
      () => undefined,
    );
    return () => {
      isRequested = false;
    };
  }, [locate]);

  return { visitor, locate };
}
