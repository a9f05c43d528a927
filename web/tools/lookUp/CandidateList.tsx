import type { ReactNode } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { CandidateView, LookUpView } from '#shared/lookUp/bodies.ts';
import { DAY_MS } from '#shared/time.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { usePointedLine } from '#web/ground/picture/pointedLine.tsx';
import type { LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { eventPath, parsePath } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import styles from './LookUpResults.module.css';
import { ageText, bestStroke, candidateWhereText, deviceAndUtcText, lookUpKmText, shareText } from './lookUpText.ts';

interface CandidateListProps {
  readonly question: LookUpQuestion;
  readonly candidates: readonly CandidateView[];
  readonly accuracy: LookUpView['accuracy'];
}

export function CandidateList({ question, candidates, accuracy }: CandidateListProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp;
  const { locale: named } = parsePath(usePathname());
  const nowMs = systemClock.now();
  if (candidates.length === 0) return null;
  return (
    <>
      <ol className={styles.candidates}>
        {candidates.map((candidate, index) => {
          const stroke = bestStroke(candidate);
          const rank = index + 1;
          return (
            <Pointed key={candidate.best} id={candidate.best}>
              <p>
                <strong>{candidateWhereText(candidate, question, LL, locale)}</strong>, {ageText(candidate, LL, locale)}
              </p>
              <p className={styles.when}>
                {stroke && deviceAndUtcText(Date.parse(stroke.timestamp), LL, locale, true)}
                {' · '}
                {texts.strokes({ count: candidate.strikes.length })}
              </p>
              <p className={styles.share}>
                {texts.share({ share: shareText(candidate.likelihood, LL, locale) })}
                {stroke && (
                  <a href={candidateHref(stroke, named, nowMs)} aria-label={texts.mapOf({ rank })}>
                    {texts.onMap()}
                  </a>
                )}
              </p>
            </Pointed>
          );
        })}
      </ol>
      <p className={answer.small}>
        {texts.order()}{' '}
        {accuracy.ellipseShare === undefined
          ? texts.shareHelp({
              half: lookUpKmText(accuracy.radius50Km, LL, locale),
              most: lookUpKmText(accuracy.radius90Km, LL, locale),
            })
          : texts.shareHelpOwn({ half: lookUpKmText(accuracy.radius50Km, LL, locale) })}{' '}
        {question.shape.type === 'Point' && texts.fewPerCent()}
      </p>
    </>
  );
}

/** Highlighted with its mark on the map, and scrolled into view by it. */
function Pointed({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <li data-candidate {...usePointedLine<HTMLLIElement>(id)}>
      {children}
    </li>
  );
}

const ZOOM = 11;
const MINUTE_MS = 60_000;
const WINDOW_MIN = 10;
/** How far back the map's timeline reaches. */
const REACHED_MS = 14 * DAY_MS - 20 * MINUTE_MS;

/** The map with the stroke open. Repeats `mapAddress` and `timelineAddress`, so as not to load the map's code. */
export function candidateHref(
  { id, latitude, longitude, timestamp }: StrikeBody,
  locale: Locale | undefined,
  nowMs: number,
): string {
  const atMs = Date.parse(timestamp);
  const place = `${Number(latitude.toFixed(5))},${Number(longitude.toFixed(5))}`;
  const momentMs = atMs + (WINDOW_MIN / 2) * MINUTE_MS;
  const isReached = momentMs < nowMs && atMs > nowMs - REACHED_MS;
  const moment = isReached ? [`t=${new Date(momentMs).toISOString().slice(0, 16)}Z`, `w=${WINDOW_MIN}`] : [];
  return `${eventPath(id, locale)}?${[`view=${place},${ZOOM}z`, `at=${timestamp}`, `ll=${place}`, ...moment].join('&')}`;
}
