import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { RecipientView } from '#shared/watch/bodies.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { addFaultText, pushFaultText } from '#web/tools/watch/recipients/addRecipient.ts';
import { channelText } from '#web/tools/watch/recipients/recipientText.ts';
import { pushFault, usePushKey } from '#web/tools/watch/recipients/subscribeToPush.ts';
import { useTurnstileToken } from '#web/tools/watch/watchlist/useTurnstileToken.tsx';
import { WhereAlertsSupported } from '#web/tools/watch/watchlist/WhereAlertsSupported.tsx';
import { AlertResult } from './AlertResult.tsx';
import { addQuickAlert, type ToldRecipient } from './addQuickAlert.ts';
import styles from './TellMe.module.css';

interface TellMeProps {
  /** The place name as it follows "near". */
  readonly near: string;
  readonly place: WatchedPlace;
  /** The close button, next to the title. */
  readonly closing: ReactNode;
  /** A link to rarely needed options. */
  readonly children: ReactNode;
}

/** Sets up alerts for lightning near a place: one press creates the watchlist, its area and its recipient. */
export function TellMe({ near, place, closing, children }: TellMeProps) {
  const { LL, locale } = useTexts();
  const texts = LL.tell;
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState<RecipientView['channel']>();
  const [hooked, setHooked] = useState(false);
  const [url, setUrl] = useState('');
  const [failure, setFailure] = useState<string>();
  /** The map may move on; the created alert stays at its place. */
  const [told, setTold] = useState<ToldRecipient & { readonly near: string }>();
  const { prove, widget } = useTurnstileToken();
  const noPush = useNoPush();
  useEffect(() => title.current?.focus(), []);
  const tell = async (channel: RecipientView['channel']) => {
    if (busy) return;
    setFailure(undefined);
    setBusy(channel);
    const outcome = await addQuickAlert({ place, channel, url, language: locale }, navigator.userAgent, prove);
    setBusy(undefined);
    if (outcome.ok) setTold({ ...outcome.value, near });
    else if (outcome.fault.kind === 'unproven') setFailure(LL.watchlist.keep.unproven());
    else setFailure(addFaultText(outcome.fault, LL));
  };
  const tellHook = (event: FormEvent) => {
    event.preventDefault();
    void tell('webhook');
  };
  const nameOf = (channel: RecipientView['channel']) =>
    channel === 'push' ? texts.onDevice() : channelText(channel, LL);
  const label = (channel: RecipientView['channel']) =>
    busy === channel ? LL.watchlist.keep.starting() : nameOf(channel);
  return (
    <div className={styles.tell}>
      <div className={styles.head}>
        <h2 ref={title} tabIndex={-1}>
          {texts.title({ place: told?.near ?? near })}
        </h2>
        {closing}
      </div>
      {told ? (
        <AlertResult told={told} />
      ) : (
        <WhereAlertsSupported>
          <p>{texts.what({ km: place.ringsKm[1] })}</p>
          {noPush === undefined && (
            <Button kind="primary" disabled={busy !== undefined} onClick={() => tell('push')}>
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
              <Button disabled={busy !== undefined} onClick={() => tell('telegram')}>
                {label('telegram')}
              </Button>
              <Button aria-expanded={hooked} aria-controls={`${id}-hook`} onClick={() => setHooked(!hooked)}>
                {nameOf('webhook')}
              </Button>
            </div>
            <form id={`${id}-hook`} className={styles.hook} hidden={!hooked} onSubmit={tellHook} noValidate>
              <Field label={LL.recipients.url()}>
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
                {busy === 'webhook' ? LL.watchlist.keep.starting() : LL.recipients.submit()}
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
  const error = pushFault() ?? (key?.ok === false && key.fault === 'missing' ? 'missing' : undefined);
  return error && pushFaultText(error, LL);
}
