import { useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { callWatchlist, faultText, type WatchlistCall } from '#web/tools/watch/watchlist/callWatchlist.ts';
import { Sure } from '#web/tools/watch/watchlist/Sure.tsx';
import watchlist from '#web/tools/watch/watchlist/Watchlist.module.css';
import { secondsText } from '#web/tools/watch/words.ts';
import { AddRecipient } from './AddRecipient.tsx';
import { RecipientRules } from './RecipientRules.tsx';
import styles from './Recipients.module.css';
import { channelText, deliveryText } from './recipientText.ts';

interface RecipientsProps {
  readonly place: WatchlistPlace;
  readonly ownerKey: string;
  readonly recipients: readonly RecipientView[];
  /** True for a work site, which has drills, names and an escalation order. */
  readonly site: boolean;
  readonly onChanged: () => void;
}

export function Recipients({ place: { id, area }, ownerKey, recipients, site, onChanged }: RecipientsProps) {
  const { LL } = useTexts();
  const texts = LL.recipients;
  const path = `/${id}/recipients`;
  // Fixed at mount, so that values shown only once, such as a secret, stay open.
  const [begunEmpty] = useState(recipients.length === 0);
  return (
    <section className={watchlist.section}>
      <h2>{texts.title()}</h2>
      {recipients.length === 0 && <p>{texts.none()}</p>}
      <ul className={styles.list}>
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.id}
            path={`${path}/${recipient.id}`}
            ownerKey={ownerKey}
            recipient={recipient}
            site={site}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {site && recipients.length > 0 && <Drill path={`/${id}/areas/${area}`} ownerKey={ownerKey} onSent={onChanged} />}
      <details key={`${site}`} className={styles.another} open={site || begunEmpty}>
        <summary>{texts.add()}</summary>
        <AddRecipient watchlistId={id} ownerKey={ownerKey} site={site} onAdded={onChanged} />
      </details>
    </section>
  );
}

interface DrillProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly onSent: () => void;
}

/** Sends everybody a drill message, through the whole chain. */
function Drill({ path, ownerKey, onSent }: DrillProps) {
  const { LL } = useTexts();
  const words = LL.watchlist.drill;
  const [called, setCalled] = useState<ApiResult<undefined>>();
  const [count, setCount] = useState(0);
  const send = async () => {
    setCalled(await callWatchlist<undefined>(`${path}/drill`, { method: 'POST', key: ownerKey }));
    setCount(count + 1);
    onSent();
  };
  return (
    <>
      <Sure key={count} label={words.send()} question={words.sure()} yes={words.yes()} no={words.no()} onYes={send} />
      <p role="status" className={called?.ok ? watchlist.said : form.error}>
        {called && (called.ok ? words.sent() : faultText(called, LL))}
      </p>
    </>
  );
}

const MUTE_MIN = 60;

interface RecipientRowProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly recipient: RecipientView;
  readonly site: boolean;
  readonly onChanged: () => void;
}

function RecipientRow({ path, ownerKey, recipient, site, onChanged }: RecipientRowProps) {
  const { LL, locale } = useTexts();
  const words = LL.recipients;
  const { name, channel, target, threshold, state, quietHours, escalateAfterMin } = recipient;
  const { mutedUntil = 0, mutedUntilClearOf } = recipient;
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly said: string }>();
  const isMuted = mutedUntil > systemClock.now();
  const call = async (end: string, init: WatchlistCall, said: string) => {
    const called = await callWatchlist(`${path}${end}`, { ...init, key: ownerKey });
    setOutcome(called.ok ? { failed: false, said } : { failed: true, said: faultText(called, LL) });
    onChanged();
  };
  const waitsForStart = channel === 'telegram' && state === 'unproven';
  const named = (action: string) => words.named({ action, name });
  const mutedText = mutedUntilClearOf === undefined ? words.muted : words.mutedUntilClear;
  const muteLabel = isMuted ? words.unmute() : words.mute();
  return (
    <li className={styles.row} data-recipient={state}>
      <p>
        <strong>{name}</strong>{' '}
        <span>
          {[channelText(channel, LL), target].filter((part) => part !== name && part !== 'Telegram').join(' · ')}
        </span>{' '}
        <span>{words.from({ level: LL.watch.level[threshold]() })}</span>{' '}
        {escalateAfterMin && <span>{words.after({ minutes: escalateAfterMin })}</span>}{' '}
        {quietHours && <span>{words.quiet(quietHours)}</span>}
      </p>
      <p>
        <b className={styles.state}>{waitsForStart ? words.waitsForStart() : words.state[state]()}</b>{' '}
        {isMuted && <b>{mutedText({ time: secondsText(mutedUntil, locale) })}</b>}{' '}
        <span>{deliveryText(recipient, LL, locale)}</span>
      </p>
      <div className={`${watchlist.row} ${styles.tools}`}>
        <Button aria-label={named(words.test())} onClick={() => call('/test', { method: 'POST' }, words.tested())}>
          {words.test()}
        </Button>
        <Button
          aria-label={named(muteLabel)}
          onClick={() => call('/mute', { method: 'POST', body: { forMin: isMuted ? 0 : MUTE_MIN } }, '')}
        >
          {muteLabel}
        </Button>
        <Sure
          label={words.remove()}
          name={named(words.remove())}
          question={words.removeSure()}
          yes={words.removeYes()}
          no={words.removeNo()}
          onYes={() => call('', { method: 'DELETE' }, '')}
        />
      </div>
      {state !== 'dead' && (
        <RecipientRules path={path} ownerKey={ownerKey} recipient={recipient} site={site} onChanged={onChanged} />
      )}
      <p role="status" className={outcome?.failed ? form.error : watchlist.said}>
        {outcome?.said}
      </p>
    </li>
  );
}
