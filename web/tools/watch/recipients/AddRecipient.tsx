import { type FormEvent, useId, useState } from 'react';
import { CHANNELS, THRESHOLDS, type Threshold } from '#shared/watch/RecipientBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import book from '#web/tools/watch/book/Book.module.css';
import { callBook, faultText } from '#web/tools/watch/book/callBook.ts';
import { rememberDeviceRecipient } from '#web/tools/watch/book/deviceBooks.ts';
import styles from './Recipients.module.css';
import { channelText } from './recipientText.ts';
import { type PushFault, pushFault, subscribeToPush, useVapidKey } from './subscribeToPush.ts';

const MOST = { name: 80, url: 500 };

interface AddRecipientProps {
  readonly bookId: string;
  readonly ownerKey: string;
  readonly onAdded: () => void;
}

export function AddRecipient({ bookId, ownerKey, onAdded }: AddRecipientProps) {
  const { LL, locale } = useTexts();
  const words = LL.recipients;
  const id = useId();
  const vapidKey = useVapidKey();
  const [chosen, setChosen] = useState<RecipientView['channel']>();
  const channel = chosen ?? (vapidKey === undefined ? 'telegram' : 'push');
  const [threshold, setThreshold] = useState<Threshold>('warning');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<AddFault>();
  const [added, setAdded] = useState<Added>();
  const [busy, setBusy] = useState(false);
  const needsInstall = pushFault() === 'ios-needs-install';
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setAdded(undefined);
    setBusy(true);
    const result = await addRecipient(bookId, ownerKey, {
      channel,
      threshold,
      name: name.trim(),
      url: url.trim(),
      vapidKey,
      language: locale,
    });
    setBusy(false);
    setFault(result.ok ? undefined : result.fault);
    if (!result.ok) return;
    setAdded(result.value);
    setName('');
    setUrl('');
    onAdded();
  };
  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <h3>{words.add()}</h3>
      <div className={book.fields}>
        <Select
          label={words.kind()}
          options={CHANNELS.map((one) => [one, channelText(one, LL)])}
          value={channel}
          onChoose={setChosen}
        />
        <Field label={words.name()}>
          {(ties) => (
            <input
              {...ties}
              type="text"
              maxLength={MOST.name}
              value={name}
              aria-invalid={fault?.kind === 'name'}
              aria-describedby={`${id}-fault`}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {channel === 'webhook' && (
          <Field label={words.url()}>
            {(ties) => (
              <input
                {...ties}
                type="url"
                placeholder="https://"
                maxLength={MOST.url}
                value={url}
                aria-invalid={fault?.kind === 'url'}
                aria-describedby={`${id}-fault`}
                onChange={({ target }) => setUrl(target.value)}
              />
            )}
          </Field>
        )}
        <Select
          label={words.threshold()}
          options={THRESHOLDS.map((level) => [level, LL.watch.level[level]()])}
          value={threshold}
          onChoose={setThreshold}
        />
      </div>
      {channel === 'push' && (needsInstall ? <InstallFirst /> : <p>{words.pushText()}</p>)}
      <Button kind="primary" type="submit" disabled={busy}>
        {words.submit()}
      </Button>
      <p id={`${id}-fault`} role="alert" className={form.error}>
        {fault && addFaultText(fault, LL)}
      </p>
      <div role="status" className={styles.once} data-added={added !== undefined}>
        {added?.tested && <p>{words.pushTested()}</p>}
        {added?.secret && (
          <p>
            {words.secret()} <code>{added.secret}</code>
          </p>
        )}
        {added?.startUrl && (
          <p>
            {words.start()}{' '}
            <a href={added.startUrl} target="_blank" rel="noreferrer">
              {added.startUrl}
            </a>
          </p>
        )}
      </div>
    </form>
  );
}

/** iPhones and iPads take push messages only for an installed page. */
function InstallFirst() {
  const { LL } = useTexts();
  const steps = LL.recipients.install;
  return (
    <div>
      <p>{steps.why()}</p>
      <ol className={styles.steps}>
        {[steps.copy(), steps.share(), steps.open(), steps.paste()].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

interface NewRecipient {
  readonly channel: RecipientView['channel'];
  readonly threshold: Threshold;
  readonly name: string;
  readonly url: string;
  /** Signs push messages; undefined if the server sends none. */
  readonly vapidKey: string | undefined;
  readonly language: Locale;
}

/** Shown once: a hook's secret, the link that starts a Telegram chat, whether a test is on its way. */
interface Added {
  readonly secret?: string;
  readonly startUrl?: string;
  readonly tested?: boolean;
}

type AddFault =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'push'; readonly fault: PushFault | 'missing' }
  | { readonly kind: 'server'; readonly called: Exclude<Asked<Added>, { readonly ok: true }> };

/** Adds a recipient; this browser is sent a test at once, whose receipt proves it. Never rejects. */
async function addRecipient(
  bookId: string,
  ownerKey: string,
  { channel, threshold, name, url, vapidKey, language }: NewRecipient,
): Promise<{ readonly ok: true; readonly value: Added } | { readonly ok: false; readonly fault: AddFault }> {
  if (name === '') return { ok: false, fault: { kind: 'name' } };
  if (channel === 'webhook' && !/^https?:\/\/./.test(url)) return { ok: false, fault: { kind: 'url' } };
  const body: Record<string, unknown> = { channel, name, threshold };
  let subscription: PushSubscriptionJSON | undefined;
  if (channel === 'webhook') body.url = url;
  if (channel === 'push') {
    if (vapidKey === undefined) return { ok: false, fault: { kind: 'push', fault: 'missing' } };
    const subscribed = await subscribeToPush(vapidKey, language);
    if (!subscribed.ok) return { ok: false, fault: { kind: 'push', fault: subscribed.fault } };
    const { endpoint, keys } = subscribed.subscription;
    body.subscription = { endpoint, keys };
    subscription = subscribed.subscription;
  }
  const recipient = crypto.randomUUID();
  const path = `/${bookId}/recipients/${recipient}`;
  const called = await callBook<Added>(path, { method: 'PUT', key: ownerKey, body });
  if (!called.ok) return { ok: false, fault: { kind: 'server', called } };
  if (!subscription) return { ok: true, value: called.value };
  rememberDeviceRecipient(bookId, { recipient, subscription });
  const test = await callBook(`${path}/test`, { method: 'POST', key: ownerKey });
  return { ok: true, value: { ...called.value, tested: test.ok } };
}

function addFaultText(fault: AddFault, LL: Texts): string {
  const words = LL.recipients;
  if (fault.kind === 'server') return faultText(fault.called, LL);
  if (fault.kind === 'push') {
    return fault.fault === 'ios-needs-install' ? words.push.iosNeedsInstall() : words.push[fault.fault]();
  }
  return fault.kind === 'name' ? words.nameMissing() : words.urlMissing();
}
