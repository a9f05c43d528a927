import { type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LazyTurnstile } from '#web/kit/turnstile/LazyTurnstile.tsx';

type PersonProof = { readonly ok: true; readonly token?: string } | { readonly ok: false };

interface AskedProof {
  /** Resolves once Turnstile has its proof; at once if it is not configured. Never rejects. */
  readonly prove: () => Promise<PersonProof>;
  /** The element in which Turnstile renders. */
  readonly widget: ReactNode;
}

/** The proof that a person creates a watchlist. */
export function useTurnstileToken(): AskedProof {
  const { locale } = useTexts();
  const [waiting, setWaiting] = useState<{ readonly settle: (proof: PersonProof) => void }>();
  const { turnstileSiteKey } = siteConfig;
  if (!turnstileSiteKey) return { prove: () => Promise.resolve({ ok: true }), widget: null };
  const end = (proof: PersonProof) => {
    waiting?.settle(proof);
    setWaiting(undefined);
  };
  return {
    prove: () => new Promise((settle) => setWaiting({ settle })),
    widget: waiting && (
      <Suspense>
        <LazyTurnstile
          siteKey={turnstileSiteKey}
          language={locale}
          action="watch"
          onProof={(token) => end({ ok: true, token })}
          onFailed={() => end({ ok: false })}
        />
      </Suspense>
    ),
  };
}
