import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { CHANNELS, type RecipientView, THRESHOLDS, type Threshold } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { ConfirmDialog } from '#web/tools/watch/watchlist/CopiedLink.tsx';
import {
  callWatchlist,
  deviceRecipientOf,
  errorText,
  isOtherSubscription,
  rememberDeviceRecipient,
  type WatchlistCall,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import watchlist from '#web/tools/watch/watchlist/Watchlist.module.css';
import { secondsText } from '#web/tools/watch/watchTexts.ts';
import styles from '../watchlist/Recipients.module.css';
import {
  type AddError,
  type Added,
  addErrorText,
  channelText,
  deliveryText,
  MOST_OF_NAME,
  pushError,
  putRecipient,
  readyRecipient,
  recipientName,
  renewSubscription,
  usePushKey,
} from './recipients.ts';

interface AddRecipientProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  /** True for a work site: several recipients, each with a name. */
  readonly site: boolean;
  readonly onAdded: () => void;
}

function AddRecipient({ watchlistId, ownerKey, site, onAdded }: AddRecipientProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.recipients;
  const id = useId();
  const pushKey = usePushKey();
  const [chosen, setChosen] = useState<RecipientView['channel']>();
  const channel = chosen ?? (pushKey?.ok ? 'push' : 'telegram');
  const [threshold, setThreshold] = useState<Threshold>('warning');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [error, setError] = useState<AddError>();
  const [added, setAdded] = useState<Added>();
  const [busy, setBusy] = useState(false);
  const needsInstall = pushError() === 'ios-needs-install';
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setAdded(undefined);
    setBusy(true);
    const ready = await readyRecipient({
      channel,
      threshold,
      name: site ? name : recipientName(channel, url.trim(), navigator.userAgent),
      url,
      language: locale,
    });
    const result = ready.ok ? await putRecipient(watchlistId, ownerKey, ready.value) : ready;
    setBusy(false);
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return;
    setAdded(result.value);
    setName('');
    setUrl('');
    onAdded();
  };
  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <div className={watchlist.fields}>
        <Select
          label={texts.kind()}
          options={CHANNELS.map((one) => [one, channelText(one, LL)])}
          value={channel}
          onChoose={setChosen}
        />
        {site && (
          <Field label={texts.name()}>
            {(ties) => (
              <input
                {...ties}
                type="text"
                maxLength={MOST_OF_NAME}
                value={name}
                aria-invalid={error?.kind === 'name'}
                aria-describedby={`${id}-fault`}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        )}
        {channel === 'webhook' && (
          <Field label={texts.url()}>
            {(ties) => (
              <input
                {...ties}
                type="url"
                placeholder="https://"
                value={url}
                aria-invalid={error?.kind === 'url'}
                aria-describedby={`${id}-fault`}
                onChange={({ target }) => setUrl(target.value)}
              />
            )}
          </Field>
        )}
        <Select
          label={texts.threshold()}
          options={THRESHOLDS.map((level) => [level, LL.watch.level[level]()])}
          value={threshold}
          onChoose={setThreshold}
        />
      </div>
      {channel === 'push' && (needsInstall ? <InstallFirst /> : <p>{texts.pushText()}</p>)}
      <Button kind="primary" type="submit" disabled={busy}>
        {texts.submit()}
      </Button>
      <p id={`${id}-fault`} role="alert" className={form.error}>
        {error && addErrorText(error, LL)}
      </p>
      <div role="status" className={styles.once} data-added={added !== undefined}>
        {added?.tested && <p>{texts.pushTested()}</p>}
        {added?.secret && (
          <p>
            {texts.secret()} <code>{added.secret}</code>
          </p>
        )}
        {added?.startUrl && (
          <p>
            {texts.start()}{' '}
            <a href={added.startUrl} target="_blank" rel="noreferrer">
              {added.startUrl}
            </a>
          </p>
        )}
      </div>
    </form>
  );
}

/** iPhones and iPads accept push messages only for an installed page. */
function InstallFirst() {
  const { LL } = useTexts();
  const steps = LL.watch.recipients.install;
  return (
    <div>
      <p>{steps.why()}</p>
      <ol className={styles.recipientsSteps}>
        {[steps.copy(), steps.share(), steps.open(), steps.paste()].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

/** Selectable minutes. Another value, set by the API, is added to these. */
const LATER_MIN = [2, 5, 10, 15, 30] as const;

interface RecipientRulesProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly recipient: RecipientView;
  readonly site: boolean;
  readonly onChanged: () => void;
}

function RecipientRules({ path, ownerKey, recipient, site, onChanged }: RecipientRulesProps) {
  const { LL } = useTexts();
  const texts = LL.watch.recipients;
  const { channel, name, quietHours } = recipient;
  const id = useId();
  const [threshold, setThreshold] = useState<Threshold>(recipient.threshold);
  const [from, setFrom] = useState(quietHours?.from ?? '');
  const [to, setTo] = useState(quietHours?.to ?? '');
  const [afterMin, setAfterMin] = useState(recipient.escalateAfterMin ?? 0);
  const [early, setEarly] = useState(recipient.earlyNotice === true);
  const [fires, setFires] = useState(recipient.fireNotice === true);
  const [heartbeat, setHeartbeat] = useState(recipient.heartbeat === true);
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isQuiet = from !== '' || to !== '';
    if (isQuiet && (from === '' || to === '' || from === to)) {
      return setOutcome({ failed: true, text: texts.quietFault() });
    }
    const body = {
      channel,
      name,
      threshold,
      ...(afterMin > 0 ? { escalateAfterMin: afterMin } : {}),
      ...(isQuiet ? { quietHours: { from, to } } : {}),
      ...(early ? { earlyNotice: true } : {}),
      ...(fires ? { fireNotice: true } : {}),
      ...(channel === 'webhook' ? { heartbeat } : {}),
    };
    const put = await callWatchlist(path, { method: 'PUT', key: ownerKey, body });
    setOutcome(put.ok ? { failed: false, text: texts.saved() } : { failed: true, text: errorText(put, LL) });
    if (put.ok) onChanged();
  };
  const quietField = (label: string, value: string, onTyped: (typed: string) => void) => (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="time"
          value={value}
          aria-invalid={outcome?.failed === true}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => onTyped(target.value)}
        />
      )}
    </Field>
  );
  return (
    <details className={styles.rules}>
      <summary aria-label={texts.named({ action: texts.change(), name })}>{texts.change()}</summary>
      <form onSubmit={save} noValidate>
        <div className={watchlist.fields}>
          <Select
            label={texts.threshold()}
            options={THRESHOLDS.map((level) => [level, LL.watch.level[level]()])}
            value={threshold}
            onChoose={setThreshold}
          />
          {site && (
            <Select
              label={texts.order()}
              options={[
                [0, texts.atOnce()],
                ...offered(recipient.escalateAfterMin).map((minutes) => [minutes, texts.later({ minutes })] as const),
              ]}
              value={afterMin}
              onChoose={setAfterMin}
            />
          )}
          {quietField(texts.quietFrom(), from, setFrom)}
          {quietField(texts.quietTo(), to, setTo)}
        </div>
        {site && <p>{texts.orderText()}</p>}
        <p>{texts.quietText()}</p>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={early}
            aria-describedby={`${id}-early`}
            onChange={({ target }) => setEarly(target.checked)}
          />
          {texts.early()}
        </label>
        <p id={`${id}-early`}>{texts.earlyText()}</p>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={fires}
            aria-describedby={`${id}-fires`}
            onChange={({ target }) => setFires(target.checked)}
          />
          {texts.fires()}
        </label>
        <p id={`${id}-fires`}>{texts.firesText()}</p>
        {channel === 'webhook' && (
          <label className={form.check}>
            <input type="checkbox" checked={heartbeat} onChange={({ target }) => setHeartbeat(target.checked)} />
            {texts.heartbeat()}
          </label>
        )}
        <Button type="submit">{texts.save()}</Button>
        <p id={`${id}-said`} role="status" className={outcome?.failed ? form.error : watchlist.said}>
          {outcome?.text}
        </p>
      </form>
    </details>
  );
}

function offered(now: number | undefined): number[] {
  return [...new Set(now === undefined ? LATER_MIN : [...LATER_MIN, now])].sort((a, b) => a - b);
}

interface PushUpkeepProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  readonly recipients: readonly RecipientView[];
  readonly onChanged: () => void;
}

/** Keeps the server's record of this browser's subscription current: at each visit, and when the browser changes it. */
export function PushUpkeep({ watchlistId, ownerKey, recipients, onChanged }: PushUpkeepProps) {
  const { locale } = useTexts();
  const pushKey = usePushKey();
  const vapidKey = pushKey?.ok ? pushKey.key : undefined;
  const own = recipients.find(({ id }) => id === deviceRecipientOf(watchlistId)?.recipient);
  const ownId = own?.state === 'dead' ? undefined : own?.id;
  const change = useRef<(now: PushSubscriptionJSON) => void>(() => undefined);
  useEffect(() => {
    change.current = async (now) => {
      const known = deviceRecipientOf(watchlistId);
      if (!own || !known || !isOtherSubscription(known.subscription, now)) return;
      if (await putSubscription(watchlistId, ownerKey, own, now)) {
        rememberDeviceRecipient(watchlistId, { recipient: own.id, subscription: now });
        onChanged();
      }
    };
  });
  useEffect(() => {
    if (vapidKey === undefined || ownId === undefined) return;
    let isRequested = true;
    renewSubscription(vapidKey, locale).then((now) => {
      if (isRequested && now) change.current(now);
    });
    return () => {
      isRequested = false;
    };
  }, [vapidKey, ownId, locale]);
  useEffect(() => {
    if (ownId === undefined || !('serviceWorker' in navigator)) return;
    const hear = ({ data }: MessageEvent) => {
      const { type, subscription } = (data ?? {}) as { type?: string; subscription?: PushSubscriptionJSON };
      if (type === 'push-subscription' && subscription) change.current(subscription);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [ownId]);
  return null;
}

/** Sends the new subscription to the server, which a test message then verifies. */
async function putSubscription(
  watchlistId: string,
  key: string,
  { id, channel, name, threshold, quietHours, escalateAfterMin }: RecipientView,
  { endpoint, keys }: PushSubscriptionJSON,
): Promise<boolean> {
  const path = `/${watchlistId}/recipients/${id}`;
  const rules = { threshold, ...(quietHours && { quietHours }), ...(escalateAfterMin && { escalateAfterMin }) };
  const body = { channel, name, ...rules, subscription: { endpoint, keys } };
  const put = await callWatchlist(path, { method: 'PUT', key, body });
  if (put.ok) await callWatchlist(`${path}/test`, { method: 'POST', key });
  return put.ok;
}

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
  const texts = LL.watch.recipients;
  const path = `/${id}/recipients`;
  // Fixed at mount, so that values shown only once, such as a secret, stay open.
  const [begunEmpty] = useState(recipients.length === 0);
  return (
    <section className={watchlist.section}>
      <h2>{texts.title()}</h2>
      {recipients.length === 0 && <p>{texts.none()}</p>}
      <ul className={styles.recipientsList}>
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
  const texts = LL.watch.watchlist.drill;
  const [called, setCalled] = useState<ApiResult<undefined>>();
  const [count, setCount] = useState(0);
  const send = async () => {
    setCalled(await callWatchlist<undefined>(`${path}/drill`, { method: 'POST', key: ownerKey }));
    setCount(count + 1);
    onSent();
  };
  return (
    <>
      <ConfirmDialog
        key={count}
        label={texts.send()}
        query={texts.sure()}
        yes={texts.yes()}
        no={texts.no()}
        onYes={send}
      />
      <p role="status" className={called?.ok ? watchlist.said : form.error}>
        {called && (called.ok ? texts.sent() : errorText(called, LL))}
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
  const texts = LL.watch.recipients;
  const { name, channel, target, threshold, state, quietHours, escalateAfterMin } = recipient;
  const { mutedUntil = 0, mutedUntilClearOf } = recipient;
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>();
  const isMuted = mutedUntil > systemClock.now();
  const call = async (end: string, init: WatchlistCall, text: string) => {
    const called = await callWatchlist(`${path}${end}`, { ...init, key: ownerKey });
    setOutcome(called.ok ? { failed: false, text } : { failed: true, text: errorText(called, LL) });
    onChanged();
  };
  const waitsForStart = channel === 'telegram' && state === 'unproven';
  const named = (action: string) => texts.named({ action, name });
  const mutedText = mutedUntilClearOf === undefined ? texts.muted : texts.mutedUntilClear;
  const muteLabel = isMuted ? texts.unmute() : texts.mute();
  return (
    <li className={styles.recipientsRow} data-recipient={state}>
      <p>
        <strong>{name}</strong>{' '}
        <span>
          {[channelText(channel, LL), target].filter((part) => part !== name && part !== 'Telegram').join(' · ')}
        </span>{' '}
        <span>{texts.from({ level: LL.watch.level[threshold]() })}</span>{' '}
        {escalateAfterMin && <span>{texts.after({ minutes: escalateAfterMin })}</span>}{' '}
        {quietHours && <span>{texts.quiet(quietHours)}</span>}
      </p>
      <p>
        <b className={styles.recipientsState}>{waitsForStart ? texts.waitsForStart() : texts.state[state]()}</b>{' '}
        {isMuted && <b>{mutedText({ time: secondsText(mutedUntil, locale) })}</b>}{' '}
        <span>{deliveryText(recipient, LL, locale)}</span>
      </p>
      <div className={`${watchlist.row} ${styles.recipientsTools}`}>
        <Button aria-label={named(texts.test())} onClick={() => call('/test', { method: 'POST' }, texts.tested())}>
          {texts.test()}
        </Button>
        <Button
          aria-label={named(muteLabel)}
          onClick={() => call('/mute', { method: 'POST', body: { forMin: isMuted ? 0 : MUTE_MIN } }, '')}
        >
          {muteLabel}
        </Button>
        <ConfirmDialog
          label={texts.remove()}
          name={named(texts.remove())}
          query={texts.removeSure()}
          yes={texts.removeYes()}
          no={texts.removeNo()}
          onYes={() => call('', { method: 'DELETE' }, '')}
        />
      </div>
      {state !== 'dead' && (
        <RecipientRules path={path} ownerKey={ownerKey} recipient={recipient} site={site} onChanged={onChanged} />
      )}
      <p role="status" className={outcome?.failed ? form.error : watchlist.said}>
        {outcome?.text}
      </p>
    </li>
  );
}
