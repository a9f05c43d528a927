import { lazy, Suspense, useRef, useState } from 'react';
import type { Clock } from '#shared/Clock.ts';
import type { EllipseShare } from '#shared/geo/ellipse.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { isoSeconds } from '#shared/time.ts';
import { formatMapQuery, parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { copyText } from '#web/kit/browser/copyText.ts';
import { useEscape, useReturnFocus } from '#web/kit/browser/dismissal.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { type NearPlace, useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { eventPath } from '#web/kit/routing/routes.ts';
import { CardHead } from '#web/map/kit/buttons.tsx';
import { Part } from '#web/map/parts/Part.tsx';
import type { OpenStrike } from '#web/map/parts/Screen.ts';
import { awayParts, nearPlaceText, placeInSentence } from '#web/sky/placeText.ts';
import { spanText } from '#web/sky/timeText.ts';
import styles from './openStrike.module.css';

/** Only some sources report more than time and place. */
const DetailLines = lazy(async () => ({
  default: (await withinChunkTimeout(import('./DetailLines.tsx'))).DetailLines,
}));

interface StrikePopupProps {
  readonly strike: OpenStrike;
  /** The server's clock. */
  readonly clock: Clock;
  readonly from: Position | undefined;
  readonly fromChosenPoint: boolean;
  readonly windowMs: number;
  /** Share of the source's strikes within their error ellipses, if it reports one. */
  readonly ellipseShare: EllipseShare | undefined;
  readonly onClose: () => void;
}

export function StrikePopup(props: StrikePopupProps) {
  const { strike, clock, from, fromChosenPoint, windowMs, ellipseShare, onClose } = props;
  const { LL, locale } = useTexts();
  const texts = LL.map.strike;
  const nowMs = useNow(clock, 1_000);
  const card = useRef<HTMLElement>(null);
  useEscape(onClose);
  useReturnFocus(card);
  const local = dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(strike.atMs);
  const utc = isoSeconds(strike.atMs);
  const away = from && awayParts(from, strike, LL, locale);
  const near = useNearestPlaces()?.near(strike);
  return (
    <article ref={card} className={styles.popup} aria-label={texts.title()}>
      <CardHead title={texts.title()} name={texts.close()} onClick={onClose} />
      <p className={styles.strikePopupTime}>
        <time dateTime={utc}>{local}</time> <span>{utc}</span>
      </p>
      <dl>
        <dt>{texts.when()}</dt>
        <dd>{texts.ago({ span: spanText(nowMs - strike.atMs, locale) })}</dd>
        {away && (
          <>
            <dt>{texts.from()}</dt>
            <dd>{fromChosenPoint ? texts.awayFromPoint(away) : texts.away(away)}</dd>
          </>
        )}
        {near && (
          <>
            <dt>{LL.map.near.title()}</dt>
            <dd>{nearPlaceText(near, LL, locale)}</dd>
          </>
        )}
        {strike.detail && (
          <Part>
            <Suspense>
              <DetailLines strike={strike} from={from} ellipseShare={ellipseShare} />
            </Suspense>
          </Part>
        )}
        <dt>{texts.position()}</dt>
        <dd>
          {strike.latitude.toFixed(4)}, {strike.longitude.toFixed(4)}
        </dd>
      </dl>
      <ShareStrike strike={strike} windowMs={windowMs} near={near} />
    </article>
  );
}

interface ShareStrikeProps extends Pick<StrikePopupProps, 'strike' | 'windowMs'> {
  readonly near: NearPlace | undefined;
}

function ShareStrike({ strike, windowMs, near }: ShareStrikeProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.strike;
  const { id } = strike;
  const [copied, setCopied] = useState(false);
  // Reserves the space: a card that grew would cover its strike.
  if (id === undefined) return <p className={styles.share} />;
  const url = window.location.origin + sharePath(id, strike, windowMs);
  const share = async () => {
    try {
      if (navigator.share) {
        const what = near ? `${texts.title()} ${placeInSentence(near, LL, locale)}` : texts.title();
        const time = dateTimeFormat(locale, { timeStyle: 'short' }).format(strike.atMs);
        await navigator.share({ title: `${what}, ${time}`, url });
      } else if (await copyText(url)) setCopied(true);
      // Or the browser forbids it: the link next to the button still works.
    } catch {
      // The visitor closed the sheet.
    }
  };
  return (
    <p className={styles.share}>
      <button type="button" onClick={share}>
        {copied ? texts.copied() : texts.share()}
      </button>
      <a href={url}>{texts.link()}</a>
    </p>
  );
}

const ZOOM = 11;

/** A strike's address without a language: with time and place, in case it was never archived, and its range. */
export function sharePath(id: string, { latitude, longitude, atMs }: StrikeHint, windowMs: number): string {
  const query = {
    ...parseMapQuery(''),
    windowMs,
    view: { latitude, longitude, zoom: ZOOM },
    hint: { latitude, longitude, atMs },
  };
  return `${eventPath(id)}?${formatMapQuery(query)}`;
}
