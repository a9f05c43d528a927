import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import type Widget from './TurnstileWidget.tsx';

type WidgetModule = { readonly default: typeof Widget };

/** Turnstile's widget, loaded when shown. If its code does not load, the proof fails and the page stays. */
export const LazyTurnstile = lazy(() => widgetOrNone(import('./TurnstileWidget.tsx')));

/** Resolves to the widget, or if that does not load to one that only reports the failure. */
export function widgetOrNone(loading: Promise<WidgetModule>): Promise<WidgetModule> {
  return withinChunkTimeout(loading).catch(() => ({ default: NoWidget }) as unknown as WidgetModule);
}

function NoWidget({ onFailed }: Pick<ComponentProps<typeof Widget>, 'onFailed'>) {
  useEffect(() => onFailed?.(), [onFailed]);
  return null;
}

type PersonToken = { readonly ok: true; readonly token?: string } | { readonly ok: false };

interface RequestedVerification {
  /** Resolves once Turnstile has its proof; at once if it is not configured. Never rejects. */
  readonly prove: () => Promise<PersonToken>;
  /** The element in which Turnstile renders. */
  readonly widget: ReactNode;
}

/** The proof that a person creates a watchlist. */
export function useTurnstileToken(): RequestedVerification {
  const { locale } = useTexts();
  const [waiting, setWaiting] = useState<{ readonly resolve: (personToken: PersonToken) => void }>();
  const { turnstileSiteKey } = siteConfig;
  if (!turnstileSiteKey) return { prove: () => Promise.resolve({ ok: true }), widget: null };
  const end = (personToken: PersonToken) => {
    waiting?.resolve(personToken);
    setWaiting(undefined);
  };
  return {
    prove: () => new Promise((resolve) => setWaiting({ resolve })),
    widget: waiting && (
      <Suspense>
        <LazyTurnstile
          siteKey={turnstileSiteKey}
          language={locale}
          action="watch"
          onToken={(token) => end({ ok: true, token })}
          onFailed={() => end({ ok: false })}
        />
      </Suspense>
    ),
  };
}
