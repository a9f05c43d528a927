import { type RefObject, useEffect, useRef, useState } from 'react';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ServiceStatus } from '#web/tools/status/askReceived.ts';
import { shareText } from '#web/tools/status/received.ts';

/** What this site measured of its claims over the last 14 days. */
export interface MeasuredClaims {
  /** Share of the time with data, 0 to 1. */
  readonly uptime: number;
  /** Strikes a day, rounded down. */
  readonly eventsADay: number;
}

const LEAST_MEASURED_MS = 13 * DAY_MS;

/** Undefined where less than all of the days was measured, and of simulated data, which is no network's. */
export function measuredClaims({
  isSimulated,
  strikes,
  received,
}: Pick<ServiceStatus, 'isSimulated' | 'strikes' | 'received'>): MeasuredClaims | undefined {
  if (isSimulated || !received) return undefined;
  const { fromMs, toMs, readMs } = received;
  if (toMs - fromMs < LEAST_MEASURED_MS) return undefined;
  return { uptime: readMs / (toMs - fromMs), eventsADay: Math.floor((strikes * DAY_MS) / (toMs - fromMs)) };
}

/** Asks once `section` is seen; the page before does not wait for it. */
export function useMeasuredClaims(section: RefObject<HTMLElement | null>): MeasuredClaims | undefined {
  const [claims, setClaims] = useState<MeasuredClaims>();
  const isAsked = useRef(false);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    const controller = new AbortController();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || isAsked.current) return;
      isAsked.current = true;
      import('#web/tools/status/askReceived.ts')
        .then(({ askReceived }) => askReceived(controller.signal))
        .then((answer) => answer.ok && setClaims(measuredClaims(answer.value)))
        // The claims stand without it.
        .catch(() => undefined);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [section]);
  return claims;
}

interface MeasuredLineProps {
  readonly claims: MeasuredClaims | undefined;
  readonly of: keyof MeasuredClaims;
}

export function MeasuredLine({ claims, of }: MeasuredLineProps) {
  const { LL, locale } = useTexts();
  if (!claims) return null;
  const { measuredUptime, measuredEvents } = LL.landing.benefits;
  return (
    <small>
      {of === 'uptime'
        ? measuredUptime({ share: shareText(claims.uptime, locale) })
        : measuredEvents({ count: claims.eventsADay })}
    </small>
  );
}
