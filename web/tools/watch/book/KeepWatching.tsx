import { Suspense, useId, useState } from 'react';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { type Locale, ownTimeZone, useTexts } from '#web/kit/i18n/index.ts';
import { bookPath } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LazyTurnstile } from '#web/kit/turnstile/LazyTurnstile.tsx';
import { watchedPlaceName } from '#web/tools/watch/watchedArea.ts';
import styles from './Book.module.css';
import { formatBookKeys } from './bookAddress.ts';
import { callBook, faultText } from './callBook.ts';
import { rememberBook } from './deviceBooks.ts';

const KINDS = ['personal', 'site'] as const;
type Kind = (typeof KINDS)[number];

interface KeepWatchingProps {
  /** Undefined if the place typed is invalid; the error is shown elsewhere. */
  readonly placeNow: () => WatchedPlace | undefined | Promise<WatchedPlace | undefined>;
  readonly onKept: (address: string) => void;
}

export function KeepWatching({ placeNow, onKept }: KeepWatchingProps) {
  const { LL, locale } = useTexts();
  const words = LL.book.keep;
  const id = useId();
  const [kind, setKind] = useState<Kind>('personal');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Its book is made as soon as Turnstile has its proof. */
  const [unproven, setUnproven] = useState<WatchedPlace>();
  const make = async (place: WatchedPlace, proof?: string) => {
    const made = await makeBook(place, kind, locale, proof);
    setBusy(false);
    setUnproven(undefined);
    if (made.ok) onKept(made.value);
    else setFailure(faultText(made, LL));
  };
  const keep = async () => {
    const place = await placeNow();
    setFailure(undefined);
    if (!place || busy) return;
    setBusy(true);
    if (siteConfig.turnstileSiteKey) setUnproven(place);
    else void make(place);
  };
  return (
    <section className={styles.keep} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.title()}</h2>
      <p>{words.text()}</p>
      <fieldset className={styles.kinds}>
        <legend>{words.kind()}</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}-kind`} checked={kind === one} onChange={() => setKind(one)} />
            {words[one]()}
          </label>
        ))}
      </fieldset>
      <Button onClick={keep} disabled={busy}>
        {busy ? words.starting() : words.start()}
      </Button>
      {siteConfig.turnstileSiteKey && unproven && (
        <Suspense>
          <LazyTurnstile
            siteKey={siteConfig.turnstileSiteKey}
            language={locale}
            action="watch"
            onProof={(proof) => void make(unproven, proof)}
            onFailed={() => {
              setBusy(false);
              setUnproven(undefined);
              setFailure(words.unproven());
            }}
          />
        </Suspense>
      )}
      <p role="alert" className={form.error}>
        {failure}
      </p>
    </section>
  );
}

interface NewKeys {
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

async function makeBook(
  place: WatchedPlace,
  kind: Kind,
  locale: Locale,
  turnstileToken?: string,
): Promise<Asked<string>> {
  const settings = { language: locale, timeZone: ownTimeZone(), turnstileToken };
  const made = await callBook<NewKeys>('', { method: 'POST', body: settings });
  if (!made.ok) return made;
  const { id, ownerKey, viewKey } = made.value;
  const area = crypto.randomUUID();
  const { shape, ringsKm, dwellMin, approachOnly } = place;
  const name = watchedPlaceName(place);
  const body = { name, kind, shape, ringsKm, dwellMin, approachOnly };
  const put = await callBook(`/${id}/areas/${area}`, { method: 'PUT', key: ownerKey, body });
  if (!put.ok) {
    void callBook(`/${id}`, { method: 'DELETE', key: ownerKey });
    return put;
  }
  const keys = { owner: ownerKey, view: viewKey };
  rememberBook({ id, area, name, keys });
  return { ok: true, value: bookPath({ id, area }, locale) + formatBookKeys(keys) };
}
