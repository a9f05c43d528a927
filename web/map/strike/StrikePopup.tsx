import { useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { useNow } from '#web/browser/useNow.ts';
import { loadStrikeByOrdinal } from '#web/feed/loadStrike.ts';
import { useTexts } from '#web/i18n/index.ts';
import { awayParts } from '../words/placeText.ts';
import { spanText } from '../words/spanText.ts';
import styles from './StrikePopup.module.css';
import { shareUrl } from './shareUrl.ts';

/** A strike that is open on the map; its provider id is asked for where it is not known yet. */
export interface OpenStrike {
  readonly ordinal: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
  readonly id?: string;
}

export interface StrikePopupProps {
  readonly strike: OpenStrike;
  /** Add to this device's time to get the server's. */
  readonly clockOffsetMs: number;
  readonly from: Position | undefined;
  readonly fromChosenPoint: boolean;
  readonly onClose: () => void;
}

/** What is known of one strike, and the way to show it to others. */
export function StrikePopup({ strike, clockOffsetMs, from, fromChosenPoint, onClose }: StrikePopupProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.strike;
  const nowMs = useNow(systemClock, 1_000) + clockOffsetMs;
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(strike.atMs);
  const away = from && awayParts(from, strike, LL, locale);
  return (
    <article className={styles.popup} aria-label={words.title()}>
      <header>
        <h2>{words.title()}</h2>
        <button type="button" className={styles.close} aria-label={words.close()} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </header>
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
        <dt>{words.position()}</dt>
        <dd>
          {strike.latitude.toFixed(4)}, {strike.longitude.toFixed(4)}
        </dd>
      </dl>
      <ShareStrike strike={strike} />
    </article>
  );
}

function ShareStrike({ strike }: { strike: OpenStrike }) {
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
      // The visitor closed the sheet, or the browser forbids it: the link beside the button still works.
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
