import type { ReactNode } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { CandidateView, LookUpView } from '#shared/fires/lookUpBodies.ts';
import { bearingDegrees, compassPoint } from '#shared/geo/geodesy.ts';
import { DAY_MS } from '#shared/time.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { zonedInstants, zonedMinute, zonedOffsetMin } from '#shared/zonedTime.ts';
import { usePointedLine } from '#web/ground/picture/ResultPicture.tsx';
import { dateTimeFormat, ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/PageLink.tsx';
import { eventPath, parsePath } from '#web/kit/routing/routes.ts';
import { longSpanText } from '#web/sky/timeText.ts';
import resultStyles from '#web/tools/query/query.module.css';
import styles from './LookUpResults.module.css';
import type { LookUpQuery } from './lookUpAddress.ts';

/** Strikes within this distance are at the place itself. */
const AT_KM = 0.05;
const LEAST_SHARE = 0.001;

/** With one decimal, which is the precision. */
export function lookUpKmText(km: number, LL: Texts, locale: string): string {
  return LL.lookUp.km({ km: new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km) });
}

/** Where the candidate struck: `0.8 km north-east of the place`. */
export function candidateWhereText(
  candidate: Pick<CandidateView, 'strikes' | 'best' | 'distanceKm'>,
  { shape }: Pick<LookUpQuery, 'shape'>,
  LL: Texts,
  locale: string,
): string {
  const texts = LL.lookUp.where;
  const { distanceKm } = candidate;
  const km = lookUpKmText(distanceKm, LL, locale);
  if (shape.type === 'Polygon' && distanceKm === 0) return texts.inside();
  if (shape.type === 'LineString') return distanceKm < AT_KM ? texts.onLine() : texts.fromLine({ km });
  if (shape.type === 'Polygon') return texts.fromEdge({ km });
  const stroke = bestStroke(candidate);
  if (distanceKm < AT_KM || !stroke) return texts.at();
  const [longitude, latitude] = shape.coordinates;
  const point = compassPoint(bearingDegrees({ latitude, longitude }, stroke));
  return texts.from({ km, direction: LL.direction[point]() });
}

export function ageText({ ageH }: Pick<CandidateView, 'ageH'>, LL: Texts, locale: string): string {
  const ageMs = Math.round(ageH * 3_600_000);
  return ageMs < 60_000 ? LL.lookUp.justBefore() : LL.lookUp.before({ span: longSpanText(ageMs, locale) });
}

export function shareText(likelihood: number, LL: Texts, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumSignificantDigits: likelihood < 0.01 ? 1 : 2,
  });
  return likelihood < LEAST_SHARE
    ? LL.lookUp.lessThan({ share: format.format(LEAST_SHARE) })
    : format.format(likelihood);
}

/** The stroke that the candidate's figures describe. */
export function bestStroke({ strikes, best }: Pick<CandidateView, 'strikes' | 'best'>): StrikeBody | undefined {
  return strikes.find(({ id }) => id === best);
}

/** By this device's clock; where clocks show a time twice, with the offset from UTC. */
export function localText(atMs: number, locale: string, seconds = false): string {
  const text = dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short' }).format(atMs);
  const zone = ownTimeZone();
  const isTwice = (zonedInstants(zonedMinute(atMs, zone), zone)?.length ?? 0) > 1;
  return isTwice ? `${text} (${offsetText(atMs, zone)})` : text;
}

export function timeText(atMs: number, locale: string): string {
  return dateTimeFormat(locale, { timeStyle: 'short' }).format(atMs);
}

/** `UTC+3`, `UTC−3:30`. */
export function offsetText(atMs: number, zone: string): string {
  const offsetMin = zonedOffsetMin(atMs, zone);
  const [hours, minutes] = [Math.floor(Math.abs(offsetMin) / 60), Math.abs(offsetMin) % 60];
  return `UTC${offsetMin < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

/** By this device's clock and in UTC, the latter without the date if it is the same. */
export function deviceAndUtcText(atMs: number, LL: Texts, locale: string, seconds = false): string {
  const timeStyle = seconds ? 'medium' : 'short';
  const dayOf = (zone: { timeZone?: string }) => dateTimeFormat(locale, { dateStyle: 'short', ...zone }).format(atMs);
  const sameDay = dayOf({}) === dayOf({ timeZone: 'UTC' });
  const time = dateTimeFormat(locale, { ...(sameDay ? {} : { dateStyle: 'medium' }), timeStyle, timeZone: 'UTC' });
  return `${localText(atMs, locale, seconds)} (${LL.lookUp.utc({ time: time.format(atMs) })})`;
}

interface CandidateListProps {
  readonly query: LookUpQuery;
  readonly candidates: readonly CandidateView[];
  readonly accuracy: LookUpView['accuracy'];
}

export function CandidateList({ query, candidates, accuracy }: CandidateListProps) {
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
                <strong>{candidateWhereText(candidate, query, LL, locale)}</strong>, {ageText(candidate, LL, locale)}
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
      <p className={resultStyles.resultSmall}>
        {texts.order()}{' '}
        {accuracy.ellipseShare === undefined
          ? texts.shareHelp({
              half: lookUpKmText(accuracy.radius50Km, LL, locale),
              most: lookUpKmText(accuracy.radius90Km, LL, locale),
            })
          : texts.shareHelpOwn({ half: lookUpKmText(accuracy.radius50Km, LL, locale) })}{' '}
        {query.shape.type === 'Point' && texts.fewPerCent()}
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
