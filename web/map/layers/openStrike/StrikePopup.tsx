import { useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { useNow } from '#web/browser/useNow.ts';
import { loadStrikeByOrdinal } from '#web/feed/loadStrike.ts';
import { useTexts } from '#web/i18n/index.ts';
import { useNearestPlaces } from '#web/places/useNearestPlaces.ts';
import { CardHead } from '../../kit/CardHead.tsx';
import type { OpenStrike } from '../../parts/OpenStrike.ts';
import { nearPlaceText } from '../../words/nearPlaceText.ts';
import { awayParts } from '../../words/placeText.ts';
import { spanText } from '../../words/spanText.ts';
import styles from './StrikePopup.module.css';
import { shareUrl } from './shareUrl.ts';

export interface StrikePopupProps {
  readonly strike: OpenStrike;
  /** The server's clock. */
  readonly clock: Clock;
  readonly from: Position | undefined;
  readonly fromChosenPoint: boolean;
  readonly onClose: () => void;
}

/** What is known about one strike, and a way to share it. */
export function StrikePopup({ strike, clock, from, fromChosenPoint, onClose }: StrikePopupProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.strike;
  const nowMs = useNow(clock, 1_000);
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(strike.atMs);
  const away = from && awayParts(from, strike, LL, locale);
  const near = useNearestPlaces()?.near(strike);
  return (
    <article className={styles.popup} aria-label={words.title()}>
      <CardHead title={words.title()} name={words.close()} onClick={onClose} />
      <p className={styles.time}>
        <time dateTime={isoSeconds(strike.atMs)}>{isoSeconds(strike.atMs)}</time>
      </p>
      <dl>
        <dt>{words.local()}</dt>
        <dd>{local}</dd>
        <dt>{words.age()}</dt>
        <dd>{words.ago({ span: spanText(nowMs - strike.atMs, locale) })}</dd>
        {away && (
          <>
            <dt>{words.from()}</dt>
            <dd>{fromChosenPoint ? words.awayFromPoint(away) : words.away(away)}</dd>
          </>
        )}
        {near && (
          <>
            <dt>{LL.map.near.title()}</dt>
            <dd>{nearPlaceText(near, LL, locale)}</dd>
          </>
        )}
        <dt>{words.position()}</dt>
        <dd>
          {strike.latitude.toFixed(4)}, {strike.longitude.toFixed(4)}
        </dd>
      </dl>
      <ShareStrike strike={strike} />
    </article>
  );
}

interface ShareStrikeProps {
  readonly strike: OpenStrike;
}

function ShareStrike({ strike }: ShareStrikeProps) {
  const { LL } = useTexts();
  const words = LL.map.strike;
  const id = useStrikeId(strike);
  const [copied, setCopied] = useState(false);
  if (id === undefined) return null;
  const url = shareUrl(window.location.origin, id, strike);
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({ title: words.title(), url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // The visitor closed the sheet, or the browser forbids it: the link next to the button still works.
    }
  };
  return (
    <p className={styles.share}>
      <button type="button" onClick={share}>
        {copied ? words.copied() : words.share()}
      </button>
      <a href={url}>{words.link()}</a>
    </p>
  );
}

function useStrikeId({ ordinal, id }: OpenStrike): string | undefined {
  const [found, setFound] = useState(id);
  useEffect(() => {
    setFound(id);
    if (id !== undefined) return;
    const leaving = new AbortController();
    loadStrikeByOrdinal(ordinal, fetch, leaving.signal).then((result) => {
      if (result.ok && !leaving.signal.aborted) setFound(result.strike.id);
    });
    return () => leaving.abort();
  }, [ordinal, id]);
  return found;
}
