import { useId, useState } from 'react';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { faultText } from './callWatchlist.ts';
import { makeWatchlist } from './makeWatchlist.ts';
import { useTurnstileToken } from './useTurnstileToken.tsx';
import styles from './Watchlist.module.css';
import { watchlistLink } from './watchlistAddress.ts';

const KINDS = ['personal', 'site'] as const;

interface KeepWatchingProps {
  /** Undefined if the typed place is invalid; the error is shown elsewhere. */
  readonly placeNow: () => WatchedPlace | undefined | Promise<WatchedPlace | undefined>;
  readonly onKept: (address: string) => void;
}

export function KeepWatching({ placeNow, onKept }: KeepWatchingProps) {
  const { LL, locale } = useTexts();
  const words = LL.watchlist.keep;
  const id = useId();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('personal');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { prove, widget } = useTurnstileToken();
  const keep = async () => {
    const place = await placeNow();
    setFailure(undefined);
    if (!place || busy) return;
    setBusy(true);
    const proof = await prove();
    const made = proof.ok ? await makeWatchlist(place, kind, locale, proof.token) : undefined;
    setBusy(false);
    if (made?.ok) onKept(watchlistLink(made.value, made.value.keys, locale));
    else setFailure(made ? faultText(made, LL) : words.unproven());
  };
  return (
    <section className={styles.keep} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.title()}</h2>
      <p>{words.text()}</p>
      <Choices
        legend={words.kind()}
        options={KINDS.map((one) => [one, words[one]()])}
        value={kind}
        onChoose={setKind}
      />
      <Button onClick={keep} disabled={busy}>
        {busy ? words.starting() : words.start()}
      </Button>
      {widget}
      <p role="alert" className={form.error}>
        {failure}
      </p>
    </section>
  );
}
