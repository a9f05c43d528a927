import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import button from '#web/kit/components/components.module.css';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import type { WatchedPlace } from '#web/kit/routing/watchAddress.ts';
import { useTurnstileToken } from '#web/kit/turnstile/LazyTurnstile.tsx';
import {
  type AddError,
  type Added,
  addErrorText,
  channelText,
  type Outcome,
  pushError,
  pushErrorText,
  putRecipient,
  readyRecipient,
  recipientName,
  usePushKey,
} from '#web/tools/watch/recipients/recipients.ts';
import {
  type DeviceWatchlist,
  makeWatchlist,
  unmakeWatchlist,
  watchlistLink,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { useWatchlist } from '#web/tools/watch/watchlist/useWatchlist.ts';
import { WhereAlertsSupported } from '#web/tools/watch/watchlist/WhereAlertsSupported.tsx';
import styles from './QuickAlert.module.css';

type Channel = RecipientView['channel'];

/** What to be alerted of, and how. */
interface Wish {
  readonly place: WatchedPlace;
  readonly channel: Channel;
  /** For a webhook. */
  readonly url: string;
  readonly language: Locale;
}

interface ReportedRecipient {
  readonly channel: Channel;
  readonly watchlist: DeviceWatchlist;
  readonly recipient: string;
  readonly added: Added;
}

type AlertError = AddError | { readonly kind: 'unproven' };

/**
 * Creates the watchlist, its area and its recipient, or nothing: an area without a recipient would look like a working
 * alert. Call it in the press handler, or browsers do not ask for permission. Never rejects.
 */
async function addQuickAlert(
  { place, channel, url, language }: Wish,
  userAgent: string,
  prove: () => Promise<{ readonly ok: boolean; readonly token?: string }>,
): Promise<
  { readonly ok: true; readonly value: ReportedRecipient } | { readonly ok: false; readonly error: AlertError }
> {
  const name = recipientName(channel, url.trim(), userAgent);
  const ready = await readyRecipient({ channel, threshold: 'warning', name, url, language });
  if (!ready.ok) return ready;
  const personToken = await prove();
  if (!personToken.ok) return { ok: false, error: { kind: 'unproven' } };
  const apiResult = await makeWatchlist(place, 'personal', language, personToken.token);
  if (!apiResult.ok) return { ok: false, error: { kind: 'server', called: apiResult } };
  const watchlist = apiResult.value;
  const put: Outcome<Added & { readonly id: string }> = await putRecipient(
    watchlist.id,
    watchlist.keys.owner,
    ready.value,
  );
  if (put.ok) return { ok: true, value: { channel, watchlist, recipient: put.value.id, added: put.value } };
  await unmakeWatchlist(watchlist);
  return put;
}

const LOOK_MS = 3_000;

/** The created alert, and whether a message has arrived yet: no promise before that. */
function AlertResult({ reported: { channel, watchlist, recipient, added } }: { readonly reported: ReportedRecipient }) {
  const { LL, locale } = useTexts();
  const texts = LL.mapMore.tell;
  const text = useRef<HTMLDivElement>(null);
  const { state, refresh } = useWatchlist(watchlist.id, watchlist.keys.owner ?? '');
  const proven = state?.recipients?.find(({ id }) => id === recipient)?.state === 'proven';
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (proven) return;
    const handle = setInterval(refresh, LOOK_MS);
    return () => clearInterval(handle);
  }, [proven, refresh]);
  return (
    <div ref={text} tabIndex={-1} className={styles.told} data-told-by={channel} data-proven={proven}>
      <p role="status">
        <strong>{proven ? texts.works() : texts.added[channel]()}</strong>
        {!proven && channel === 'push' && added.tested === false && ` ${texts.untested()}`}
      </p>
      {added.startUrl && !proven && (
        <a className={button.primary} href={added.startUrl} target="_blank" rel="noreferrer">
          {texts.openTelegram()}
        </a>
      )}
      {added.secret && (
        <p>
          {LL.watch.recipients.secret()} <code>{added.secret}</code>
        </p>
      )}
      <p>
        <Link href={watchlistLink(watchlist, watchlist.keys, locale)}>{texts.open({ name: watchlist.name })}</Link>
      </p>
      <p className={form.hint}>{texts.kept()}</p>
    </div>
  );
}

interface QuickAlertProps {
  /** The place name as it follows "near". */
  readonly near: string;
  readonly place: WatchedPlace;
  /** The close button, next to the title. */
  readonly closing: ReactNode;
  /** A link to rarely needed options. */
  readonly children: ReactNode;
}

/** Sets up alerts for lightning near a place: one press creates the watchlist, its area and its recipient. */
export function QuickAlert({ near, place, closing, children }: QuickAlertProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapMore.tell;
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState<RecipientView['channel']>();
  const [hooked, setHooked] = useState(false);
  const [url, setUrl] = useState('');
  const [failure, setFailure] = useState<string>();
  /** The map may move on; the created alert stays at its place. */
  const [reported, setReported] = useState<ReportedRecipient & { readonly near: string }>();
  const { prove, widget } = useTurnstileToken();
  const noPush = useNoPush();
  useEffect(() => title.current?.focus(), []);
  const notify = async (channel: RecipientView['channel']) => {
    if (busy) return;
    setFailure(undefined);
    setBusy(channel);
    const outcome = await addQuickAlert({ place, channel, url, language: locale }, navigator.userAgent, prove);
    setBusy(undefined);
    if (outcome.ok) setReported({ ...outcome.value, near });
    else if (outcome.error.kind === 'unproven') setFailure(LL.watch.watchlist.keep.unproven());
    else setFailure(addErrorText(outcome.error, LL));
  };
  const notifyHook = (event: FormEvent) => {
    event.preventDefault();
    void notify('webhook');
  };
  const nameOf = (channel: RecipientView['channel']) =>
    channel === 'push' ? texts.onDevice() : channelText(channel, LL);
  const label = (channel: RecipientView['channel']) =>
    busy === channel ? LL.watch.watchlist.keep.starting() : nameOf(channel);
  return (
    <div className={styles.tell}>
      <div className={styles.head}>
        <h2 ref={title} tabIndex={-1}>
          {texts.title({ place: reported?.near ?? near })}
        </h2>
        {closing}
      </div>
      {reported ? (
        <AlertResult reported={reported} />
      ) : (
        <WhereAlertsSupported>
          <p>{texts.what({ km: place.ringsKm[1] })}</p>
          {noPush === undefined && (
            <Button kind="primary" disabled={busy !== undefined} onClick={() => notify('push')}>
              {label('push')}
            </Button>
          )}
          {noPush !== undefined && <p className={styles.error}>{texts.noPush({ why: noPush })}</p>}
          {widget}
          <p id={`${id}-failure`} role="alert" className={form.error}>
            {failure}
          </p>
          <details className={form.advanced} open={noPush !== undefined}>
            <summary>{texts.advanced()}</summary>
            <div className={styles.by}>
              <Button disabled={busy !== undefined} onClick={() => notify('telegram')}>
                {label('telegram')}
              </Button>
              <Button aria-expanded={hooked} aria-controls={`${id}-hook`} onClick={() => setHooked(!hooked)}>
                {nameOf('webhook')}
              </Button>
            </div>
            <form id={`${id}-hook`} className={styles.hook} hidden={!hooked} onSubmit={notifyHook} noValidate>
              <Field label={LL.watch.recipients.url()}>
                {(ties) => (
                  <input
                    {...ties}
                    type="url"
                    placeholder="https://"
                    value={url}
                    aria-describedby={`${id}-failure`}
                    onChange={({ target }) => setUrl(target.value)}
                  />
                )}
              </Field>
              <Button type="submit" disabled={busy !== undefined}>
                {busy === 'webhook' ? LL.watch.watchlist.keep.starting() : LL.watch.recipients.submit()}
              </Button>
            </form>
            {children}
          </details>
        </WhereAlertsSupported>
      )}
      <p className={form.hint}>{LL.watch.notice.service()}</p>
    </div>
  );
}

/** Why this device cannot receive push messages, and the fix; undefined if it can, as far as is known. */
function useNoPush(): string | undefined {
  const { LL } = useTexts();
  const key = usePushKey();
  const error = pushError() ?? (key?.ok === false && key.error === 'missing' ? 'missing' : undefined);
  return error && pushErrorText(error, LL);
}
