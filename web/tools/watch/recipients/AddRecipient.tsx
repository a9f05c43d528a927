import { type FormEvent, useId, useState } from 'react';
import { CHANNELS, type RecipientView, THRESHOLDS, type Threshold } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import watchlist from '#web/tools/watch/watchlist/Watchlist.module.css';
import { type Added, type AddFault, addFaultText, MOST_OF_NAME, putRecipient, readyRecipient } from './addRecipient.ts';
import styles from './Recipients.module.css';
import { channelText, recipientName } from './recipientText.ts';
import { pushFault, usePushKey } from './subscribeToPush.ts';

interface AddRecipientProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  /** True for a work site: several recipients, each with a name. */
  readonly site: boolean;
  readonly onAdded: () => void;
}

export function AddRecipient({ watchlistId, ownerKey, site, onAdded }: AddRecipientProps) {
  const { LL, locale } = useTexts();
  const texts = LL.recipients;
  const id = useId();
  const pushKey = usePushKey();
  const [chosen, setChosen] = useState<RecipientView['channel']>();
  const channel = chosen ?? (pushKey?.ok ? 'push' : 'telegram');
  const [threshold, setThreshold] = useState<Threshold>('warning');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [error, setError] = useState<AddFault>();
  const [added, setAdded] = useState<Added>();
  const [busy, setBusy] = useState(false);
  const needsInstall = pushFault() === 'ios-needs-install';
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
    setError(result.ok ? undefined : result.fault);
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
        {error && addFaultText(error, LL)}
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
