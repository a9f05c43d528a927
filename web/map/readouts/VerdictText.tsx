import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { useHref } from '#web/kit/routing/PageLink.tsx';
import { nearPlaceText } from '#web/sky/placeText.ts';
import type { Sky } from '#web/sky/Sky.ts';
import type { StoredStrike } from '#web/sky/StrikeStore.ts';
import { clockText } from '#web/sky/timeText.ts';
import { useVerdict } from '#web/sky/useVerdict.ts';
import styles from './readouts.module.css';

interface VerdictProps {
  readonly sky: Sky;
  /** Undefined if strikes cannot be opened. */
  readonly onShow?: (strike: StoredStrike) => void;
}

const NAMES_STRIKE: ReadonlySet<string> = new Set(['near', 'last', 'blind']);

/** The whole verdict: the lead in large letters, the rest below it. */
export function VerdictText({ sky, onShow }: VerdictProps) {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const { verdict, lead, cells } = sky;
  const sentences = useVerdict(sky);
  const first = sentences.filter(({ part }) => part === 'held' || part === 'lead' || part === 'action');
  const rest = sentences.filter((sentence) => !first.includes(sentence));
  const text = first.map((sentence) => sentence.text).join(' ');
  const storedStrike = NAMES_STRIKE.has(verdict.lead.kind) ? lead : undefined;
  const near = storedStrike && verdict.from && places?.near(storedStrike);
  return (
    <div className={styles.verdict} data-verdict={verdict.lead.kind} data-level={verdict.held?.level}>
      {storedStrike && onShow ? (
        <button type="button" className={styles.verdictLead} onClick={() => onShow(storedStrike)}>
          {text}
        </button>
      ) : (
        <span className={styles.verdictLead}>{text}</span>
      )}
      {near && <span className={styles.verdictSoft}>{nearPlaceText(near, LL, locale)}</span>}
      <span>{rest.map((sentence) => sentence.text).join(' ')}</span>
      {verdict.chance && cells.kind === 'told' && <Origin atMs={cells.event.atMs} presentMs={sky.presentMs} />}
    </div>
  );
}

const AREAS = ['mapMore'] as const;

/** Time of a forecast, and how often forecasts are right. */
function Origin({ atMs, presentMs }: { readonly atMs: number; readonly presentMs: number }) {
  const { LL, locale } = useTexts();
  const verificationHref = useHref()('proof');
  if (!useTextAreas(AREAS)) return null;
  return (
    <span className={styles.origin}>
      {LL.mapMore.cells.asOf({ time: clockText(atMs, presentMs, locale) })}{' '}
      <Link href={verificationHref}>{LL.mapMore.cells.proof()}</Link>
    </span>
  );
}

const PERIOD_MS = 30_000;

/** Announces the verdict to screen readers, at most every 30 s and only on change: so with times, not ages. */
export function SpokenVerdict({ sky }: Pick<VerdictProps, 'sky'>) {
  const text = useVerdict(sky, 'later')
    .map((sentence) => sentence.text)
    .join(' ');
  const latest = useRef(text);
  const [message, setMessage] = useState('');
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const handle = setInterval(() => setMessage(latest.current), PERIOD_MS);
    return () => clearInterval(handle);
  }, []);
  return (
    <p className="visually-hidden" aria-live="polite" data-live-summary>
      {message}
    </p>
  );
}
