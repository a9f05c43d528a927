import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { MeasuredClaims } from '#web/tools/status/serviceStatus.ts';

/**
 * Requests once `section` is visible, so the page above does not wait. Without a response the claims stay unchanged.
 */
export function useMeasuredClaims(section: RefObject<HTMLElement | null>): MeasuredClaims | undefined {
  const { locale } = useTexts();
  const [claims, setClaims] = useState<MeasuredClaims>();
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    const controller = new AbortController();
    const request = async () => {
      const { fetchServiceStatus, measuredClaims } = await import('#web/tools/status/serviceStatus.ts');
      const response = await fetchServiceStatus(controller.signal);
      if (response.ok) setClaims(measuredClaims(response.value, locale));
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      request().catch(() => undefined);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [section, locale]);
  return claims;
}

interface MeasuredLineProps {
  readonly claims: MeasuredClaims | undefined;
  readonly of: keyof MeasuredClaims;
}

export function MeasuredLine({ claims, of }: MeasuredLineProps) {
  const { measuredUptime, measuredEvents } = useTexts().LL.landing.benefits;
  if (!claims) return null;
  return (
    <small>
      {of === 'uptime' ? measuredUptime({ share: claims.uptime }) : measuredEvents({ count: claims.eventsADay })}
    </small>
  );
}
