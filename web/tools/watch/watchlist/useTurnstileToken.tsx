import { type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LazyTurnstile } from '#web/kit/turnstile/LazyTurnstile.tsx';

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
