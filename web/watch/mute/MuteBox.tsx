import { useId, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from '../book/Book.module.css';
import { type Called, callBook } from '../book/callBook.ts';
import { faultText } from '../book/faultText.ts';
import { minutesText } from '../words.ts';
import type { MuteKey } from './muteAddress.ts';

const HOURS = [1, 4, 12] as const;

interface MuteBoxProps {
  readonly bookId: string;
  /** Null if the link is not whole. */
  readonly mute: MuteKey | null;
}

/**
 * Asks whoever came by the link of a message whether its recipient is to be muted. Programs that look at links, and those
 * to whom it was forwarded, change nothing by opening it.
 */
export function MuteBox({ bookId, mute }: MuteBoxProps) {
  const { LL } = useTexts();
  const words = LL.book.muting;
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [called, setCalled] = useState<Called<RecipientView>>();
  const ask = async ({ recipient, key }: MuteKey, forMin: number) => {
    setBusy(true);
    const path = `/${bookId}/recipients/${recipient}/mute`;
    setCalled(await callBook<RecipientView>(path, { method: 'POST', key, body: { forMin } }));
    setBusy(false);
  };
  return (
    <section className={styles.section} aria-labelledby={id} data-muting>
      <h2 id={id}>{words.title()}</h2>
      {mute ? (
        <>
          <p>{words.text()}</p>
          <div className={styles.row}>
            {HOURS.map((hours) => (
              <button
                key={hours}
                type="button"
                className={buttons.secondary}
                disabled={busy}
                onClick={() => ask(mute, hours * 60)}
              >
                {words.for({ hours })}
              </button>
            ))}
            <button type="button" className={buttons.secondary} disabled={busy} onClick={() => ask(mute, 0)}>
              {words.end()}
            </button>
          </div>
          <Outcome called={called} />
        </>
      ) : (
        <p role="alert" className={styles.error}>
          {words.broken()}
        </p>
      )}
    </section>
  );
}

/** What came of it. */
function Outcome({ called }: { readonly called: Called<RecipientView> | undefined }) {
  const { LL, locale } = useTexts();
  const words = LL.book.muting;
  const said = () => {
    if (!called) return '';
    if (!called.ok) {
      const { fault } = called;
      return fault === 'key' || fault === 'right' || fault === 'gone' ? words[fault]() : faultText(called, LL);
    }
    const { name, mutedUntil } = called.value;
    return mutedUntil === undefined
      ? words.heard({ name })
      : words.muted({ name, time: minutesText(mutedUntil, locale, systemClock.now()) });
  };
  return (
    <p role="status" className={called && !called.ok ? styles.error : styles.said} data-outcome={called?.ok}>
      {said()}
    </p>
  );
}
