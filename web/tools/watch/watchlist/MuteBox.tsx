import { useId, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { MuteBody, RecipientView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { minutesText } from '#web/tools/watch/words.ts';
import { callFaultOf, callWatchlist, faultText } from './callWatchlist.ts';
import styles from './Watchlist.module.css';
import type { MuteKey } from './watchlistAddress.ts';

const HOURS = [1, 4, 12] as const;
const MOST_MIN = 720;

interface MuteBoxProps {
  readonly place: WatchlistPlace;
  /** Null if the link is incomplete. */
  readonly mute: MuteKey | null;
}

/** Asks before it mutes: link previews, and people it was forwarded to, must change nothing. */
export function MuteBox({ place, mute }: MuteBoxProps) {
  const { LL } = useTexts();
  const texts = LL.watchlist.muting;
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [called, setCalled] = useState<ApiResult<RecipientView>>();
  const ask = async ({ recipient, key }: MuteKey, body: MuteBody) => {
    setBusy(true);
    const path = `/${place.id}/recipients/${recipient}/mute`;
    setCalled(await callWatchlist<RecipientView>(path, { method: 'POST', key, body }));
    setBusy(false);
  };
  return (
    <section className={styles.section} aria-labelledby={id} data-muting>
      <h2 id={id}>{texts.title()}</h2>
      {mute ? (
        <>
          <p>{texts.text()}</p>
          <div className={styles.row}>
            {HOURS.map((hours) => (
              <Button key={hours} disabled={busy} onClick={() => ask(mute, { forMin: hours * 60 })}>
                {texts.for({ hours })}
              </Button>
            ))}
            <Button disabled={busy} onClick={() => ask(mute, { forMin: MOST_MIN, untilClearOf: place.area })}>
              {texts.untilClear()}
            </Button>
            <Button disabled={busy} onClick={() => ask(mute, { forMin: 0 })}>
              {texts.end()}
            </Button>
          </div>
          <Outcome called={called} />
        </>
      ) : (
        <p role="alert" className={form.error}>
          {texts.broken()}
        </p>
      )}
    </section>
  );
}

function Outcome({ called }: { readonly called: ApiResult<RecipientView> | undefined }) {
  const { LL, locale } = useTexts();
  const words = LL.watchlist.muting;
  const said = () => {
    if (!called) return '';
    if (!called.ok) {
      const error = callFaultOf(called);
      // The only invalid request here: to wait for an all-clear without an alarm.
      if (error === 'invalid') return words.clear();
      return error === 'key' || error === 'right' || error === 'gone' ? words[error]() : faultText(called, LL);
    }
    const { name, mutedUntil, mutedUntilClearOf } = called.value;
    if (mutedUntil === undefined) return words.heard({ name });
    const time = minutesText(mutedUntil, locale, systemClock.now());
    return mutedUntilClearOf === undefined ? words.muted({ name, time }) : words.mutedUntilClear({ name, time });
  };
  return (
    <p role="status" className={called && !called.ok ? form.error : styles.said} data-outcome={called?.ok}>
      {said()}
    </p>
  );
}
