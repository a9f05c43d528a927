import { type FormEvent, useId, useState } from 'react';
import { LEVELS } from '#shared/watch/Area.ts';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import book from '../book/Book.module.css';
import type { Channel, Threshold } from '../book/Recipient.ts';
import { addFaultText } from './addFaultText.ts';
import { type Added, type AddFault, addRecipient } from './addRecipient.ts';
import { channelText } from './channelText.ts';
import styles from './Recipients.module.css';

const CHANNELS: readonly Channel[] = ['telegram', 'webhook'];
const THRESHOLDS = LEVELS.slice(1) as readonly Threshold[];
const MOST = { name: 80, url: 500 };

interface AddRecipientProps {
  /** Of the book's recipients, below /watch. */
  readonly path: string;
  readonly ownerKey: string;
  readonly onAdded: () => void;
}

/** Adds somebody who is told: this browser, a chat of Telegram or a hook. */
export function AddRecipient({ path, ownerKey, onAdded }: AddRecipientProps) {
  const { LL } = useTexts();
  const words = LL.book.recipients;
  const id = useId();
  const [channel, setChannel] = useState<Channel>('telegram');
  const [threshold, setThreshold] = useState<Threshold>('warning');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<AddFault>();
  const [added, setAdded] = useState<Added>();
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setAdded(undefined);
    setBusy(true);
    const result = await addRecipient(path, ownerKey, { channel, threshold, name: name.trim(), url: url.trim() });
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
        <label>
          {words.kind()}
          <select value={channel} onChange={({ target }) => setChannel(target.value as Channel)}>
            {CHANNELS.map((one) => (
              <option key={one} value={one}>
                {channelText(one, LL)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.name()}
          <input
            type="text"
            maxLength={MOST.name}
            value={name}
            aria-invalid={fault?.kind === 'name'}
            aria-describedby={`${id}-fault`}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {channel === 'webhook' && (
          <label>
            {words.url()}
            <input
              type="url"
              placeholder="https://"
              maxLength={MOST.url}
              value={url}
              aria-invalid={fault?.kind === 'url'}
              aria-describedby={`${id}-fault`}
              onChange={({ target }) => setUrl(target.value)}
            />
          </label>
        )}
        <label>
          {words.threshold()}
          <select value={threshold} onChange={({ target }) => setThreshold(target.value as Threshold)}>
            {THRESHOLDS.map((level) => (
              <option key={level} value={level}>
                {LL.watch.level[level]()}
              </option>
            ))}
          </select>
        </label>
      </div>
      <button type="submit" className={buttons.primary} disabled={busy}>
        {words.submit()}
      </button>
      <p id={`${id}-fault`} role="alert" className={book.error}>
        {fault && addFaultText(fault, LL)}
      </p>
      <div role="status" className={styles.once} data-added={added !== undefined}>
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
