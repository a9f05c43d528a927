import { useMemo, useState } from 'react';
import type * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type CandidateView, type LookUpBody, LookUpView } from '#shared/fires/lookUpBodies.ts';
import { ownEllipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { DAY_MS, isoMillis, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { Problem } from '#shared/wire/Problem.ts';
import { PICTURE_CREDIT, type Picture } from '#web/ground/picture/Picture.ts';
import { ResultPicture } from '#web/ground/picture/ResultPicture.tsx';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { type ApiError, type ApiResult, json, requestApi } from '#web/kit/http/requestApi.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { selectedPlaceText } from '#web/kit/places/usePlaceEntry.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { useReportedSource } from '#web/sky/reportedSource.ts';
import SourceNote from '#web/sky/SourceNote.tsx';
import { longSpanText } from '#web/sky/timeText.ts';
import { ExportPanel, FactRows } from '#web/tools/query/ExportPanel.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import resultStyles from '#web/tools/query/query.module.css';
import { bestStroke, CandidateList, deviceAndUtcText, localText, lookUpKmText } from './CandidateList.tsx';
import styles from './LookUpResults.module.css';
import { formatLookUpAddress, type LookUpQuery } from './lookUpAddress.ts';

const FILE_FORMATS = ['csv', 'geojson', 'kml'] as const;
type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * `outside`: the surroundings are not all within home. `shape`: refused. `future`, `notKept`: the report's time, or the
 * time before it. `invalid`: another field. `busy`: too many requests, or the archive does not respond. `network`: no
 * response. `server`: anything else.
 */
type LookUpError = 'outside' | 'shape' | 'future' | 'notKept' | 'invalid' | 'busy' | 'network' | 'server';

export function lookUpBody({
  shape,
  radiusKm,
  reportedMs,
  days,
  beforeMs,
}: LookUpQuery): v.InferInput<typeof LookUpBody> {
  return {
    // The schema's own type has mutable arrays.
    shape: structuredClone(shape) as v.InferInput<typeof LookUpBody>['shape'],
    radiusKm,
    reportedAt: isoMillis(reportedMs),
    from: isoMillis(reportedMs - days * DAY_MS),
    ...(beforeMs === undefined ? {} : { to: isoMillis(beforeMs) }),
  };
}

/** Never rejects. */
function fetchLookUp(query: LookUpQuery, signal: AbortSignal): Promise<ApiResult<LookUpView>> {
  return requestApi(apiPaths.lookUp, json(LookUpView), { method: 'POST', body: lookUpBody(query), signal });
}

/** Never rejects. */
function fetchLookUpFile(query: LookUpQuery, format: FileFormat): Promise<ApiResult<Blob>> {
  const path = `${apiPaths.lookUp}?format=${format}`;
  return requestApi(path, (response) => response.blob(), { method: 'POST', body: lookUpBody(query) });
}

const ERRORS: Partial<Record<Problem['code'], LookUpError>> = {
  'outside-coverage': 'outside',
  'body-too-large': 'shape',
  'rate-limited': 'busy',
  busy: 'busy',
  unavailable: 'busy',
};

export function lookUpError({ errorKind, problem: { code, errors = {} } = {} }: Omit<ApiError, 'ok'>): LookUpError {
  if (errorKind === 'offline') return 'network';
  if (code !== 'invalid-body') return (code && ERRORS[code]) ?? 'server';
  const rules = Object.values(errors);
  if (rules.includes('future')) return 'future';
  if (rules.includes('notKept')) return 'notKept';
  return Object.keys(errors).some((field) => field.startsWith('shape')) ? 'shape' : 'invalid';
}

interface CandidatePictureProps {
  readonly query: LookUpQuery;
  readonly candidates: readonly CandidateView[];
  readonly listed: number;
  readonly accuracy: LookUpView['accuracy'];
}

function CandidatePicture({ query, candidates, listed, accuracy }: CandidatePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfFire(query, candidates, listed, accuracy, (km) => lookUpKmText(km, LL, locale)),
    [query, candidates, listed, accuracy, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <ResultPicture picture={picture} label={LL.lookUp.picture()} kmText={(km) => lookUpKmText(km, LL, locale)} />
      {candidates.length > 0 && (
        <p className={resultStyles.resultSmall}>
          {accuracy.ellipseShare === undefined
            ? LL.lookUp.dashed({ half: lookUpKmText(accuracy.radius50Km, LL, locale) })
            : LL.lookUp.dashedOwn()}
        </p>
      )}
    </div>
  );
}

/** More numbers, or ellipses, would hide each other. */
const MOST_NUMBERED = 20;
const MOST_ELLIPSES = 3;
const CIRCLES_KM = [1, 2, 6, 10];

/** The fire, the searched distance and the next smaller circle, and the candidates: the `listed` ones by rank. */
export function pictureOfFire(
  { shape, radiusKm }: LookUpQuery,
  candidates: readonly CandidateView[],
  listed: number,
  { radius50Km, ellipseShare }: Pick<LookUpView['accuracy'], 'radius50Km' | 'ellipseShare'>,
  lookUpKmText: (km: number) => string,
): Picture {
  const assumed = roundEllipse(radius50Km);
  return {
    shape,
    circles: CIRCLES_KM.filter((km) => km === radiusKm || (km === 1 && radiusKm > 2) || (km === 2 && radiusKm > 6)).map(
      (km) => ({ km, label: lookUpKmText(km) }),
    ),
    points: candidates.flatMap((candidate, index) => {
      const stroke = bestStroke(candidate);
      if (!stroke) return [];
      const { latitude, longitude } = stroke;
      const label = index < Math.min(listed, MOST_NUMBERED) ? String(index + 1) : '';
      const ellipse = ownEllipse(stroke, ellipseShare) ?? assumed;
      return [{ id: candidate.best, latitude, longitude, label, ...(index < MOST_ELLIPSES ? { ellipse } : {}) }];
    }),
  };
}

/** The newest data is always a little behind. */
const FRESH_MS = 5 * 60_000;

interface Completeness {
  readonly requestedMs: Span;
  /** Spans that were not read or searched, oldest first: candidates may be missing from them. */
  readonly missing: readonly Span[];
  readonly missingMs: number;
  /** Data is complete up to here, except for `missing`; null if no data is known to have been read. */
  readonly completeToMs: number | null;
  /** Where the search ended, if it ended early: older strikes need another request. */
  readonly truncatedMs: number | undefined;
  readonly state: 'all' | 'part' | 'nothing';
}

export function completenessOf(
  { reportedMs, days, beforeMs }: LookUpQuery,
  { searched, completeTo, gaps }: Pick<LookUpView, 'searched' | 'completeTo' | 'gaps'>,
): Completeness {
  const [fromMs, toMs] = [reportedMs - days * DAY_MS, beforeMs ?? reportedMs];
  const completeToMs = completeTo === null ? null : Date.parse(completeTo);
  const truncatedMs = searched.cut ? Date.parse(searched.from) : undefined;
  const tail: Span[] =
    completeToMs === null || toMs - completeToMs < FRESH_MS ? [] : [[Math.max(fromMs, completeToMs), toMs]];
  const missing = mergedSpans([
    ...(completeToMs === null ? [[fromMs, toMs] as const] : []),
    ...(truncatedMs === undefined ? [] : [[fromMs, truncatedMs] as const]),
    ...gaps.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ...tail,
  ]);
  const missingMs = lengthMs(missing);
  const state = missingMs === 0 ? 'all' : missingMs >= toMs - fromMs ? 'nothing' : 'part';
  return { requestedMs: [fromMs, toMs], missing, missingMs, completeToMs, truncatedMs, state };
}

/** The most spans that are listed, longest first. */
const NAMED = 5;

interface CompletenessBoxProps {
  readonly query: LookUpQuery;
  readonly completeness: Completeness;
}

function CompletenessBox({ query, completeness }: CompletenessBoxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.complete;
  const { state, requestedMs, missing, missingMs, completeToMs, truncatedMs } = completeness;
  const [fromMs, toMs] = requestedMs;
  const span = (ms: number) => longSpanText(ms, locale);
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  if (state === 'all') {
    return (
      <p className={resultStyles.resultSmall} data-complete="all">
        {texts.all({ time: localText(Math.min(toMs, completeToMs ?? toMs), locale, true) })}
      </p>
    );
  }
  return (
    <div className={resultStyles.bad} data-complete={state}>
      <h3>{texts.title()}</h3>
      <p>
        {state === 'nothing' ? texts.nothing() : texts.part({ missing: span(missingMs), asked: span(toMs - fromMs) })}
      </p>
      {truncatedMs !== undefined && (
        <p>
          {texts.cut({ time: localText(truncatedMs, locale) })}{' '}
          {truncatedMs < toMs && truncatedMs > fromMs && (
            <a href={formatLookUpAddress({ ...query, beforeMs: truncatedMs })}>{texts.earlier()}</a>
          )}
        </p>
      )}
      {state === 'part' && (
        <ul aria-label={texts.missing()}>
          {named.map(([from, to]) => (
            <li key={from}>
              {LL.lookUp.sheet.span({ from: localText(from, locale), to: localText(to, locale) })} ({span(to - from)})
            </li>
          ))}
          {missing.length > NAMED && <li>{texts.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}

/** Number of candidates shown at first, and printed. */
const VISIBLE = 10;

interface ResultProps {
  readonly query: LookUpQuery;
  readonly attempt: number;
}

export function LookUpResults({ query, attempt }: ResultProps) {
  const { LL } = useTexts();
  const texts = LL.lookUp;
  const queryState = useQuery(`${formatLookUpAddress(query)} ${attempt}`, (signal) => fetchLookUp(query, signal));
  return (
    <QueryResult
      id="candidates"
      title={texts.answer()}
      texts={texts}
      queryState={queryState}
      dense
      failureOf={(failed) => {
        const error = lookUpError(failed);
        return [texts.failure[error](), error === 'busy' || error === 'network' || error === 'server'];
      }}
    >
      {(view) => <Known query={query} view={view} />}
    </QueryResult>
  );
}

function Known({ query, view }: { readonly query: LookUpQuery; readonly view: LookUpView }) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp;
  const { simulated, primary } = useReportedSource();
  const [all, setAll] = useState(false);
  const { candidates, found } = view;
  const visible = all ? candidates : candidates.slice(0, VISIBLE);
  const completeness = completenessOf(query, view);
  const km = lookUpKmText(query.radiusKm, LL, locale);
  return (
    <>
      {simulated && <p className={resultStyles.simulated}>{texts.simulated()}</p>}
      {primary && <SourceNote primary={primary} />}
      <PrintedSheet query={query} completeness={completeness} />
      {candidates.length === 0 ? (
        <div className={styles.none}>
          <p>
            <strong>{texts.none[completeness.state]({ km, days: query.days })}</strong>
          </p>
          {completeness.state === 'all' && <p>{texts.none.missed()}</p>}
        </div>
      ) : (
        <p>
          <strong>
            {found > candidates.length
              ? texts.foundCut({ shown: candidates.length, count: found })
              : texts.found({ count: found })}
          </strong>
          <br />
          {texts.meaning()}
        </p>
      )}
      <CompletenessBox query={query} completeness={completeness} />
      <CandidatePicture query={query} candidates={candidates} listed={visible.length} accuracy={view.accuracy} />
      <CandidateList query={query} candidates={visible} accuracy={view.accuracy} />
      {candidates.length > visible.length && (
        <Button onClick={() => setAll(true)}>{texts.showAll({ count: candidates.length })}</Button>
      )}
      <LookUpFiles query={query} />
    </>
  );
}

interface PrintedSheetProps {
  readonly query: LookUpQuery;
  readonly completeness: Completeness;
}

/** The query; in print also the time of printing and the notice. */
function PrintedSheet({ query, completeness }: PrintedSheetProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.sheet;
  const [fromMs, toMs] = completeness.requestedMs;
  usePrintedFoot(
    [siteConfig.name, selectedPlaceText(query, LL, locale), texts.notice()].join(' · '),
    `${localText(fromMs, locale)} – ${localText(toMs, locale)} · ${PICTURE_CREDIT}`,
  );
  const facts = [
    [texts.place(), selectedPlaceText(query, LL, locale)],
    [texts.radius(), lookUpKmText(query.radiusKm, LL, locale)],
    [texts.reported(), deviceAndUtcText(query.reportedMs, LL, locale)],
    [
      texts.searched(),
      texts.span({ from: deviceAndUtcText(fromMs, LL, locale), to: deviceAndUtcText(toMs, LL, locale) }),
    ],
  ] as const;
  return (
    <>
      <dl className={resultStyles.resultFacts}>
        <FactRows facts={facts} />
        <div className={styles.onPaper}>
          <dt>{texts.printed()}</dt>
          <dd>
            {deviceAndUtcText(systemClock.now(), LL, locale)}, {siteConfig.name}
          </dd>
        </div>
      </dl>
      <p className={styles.onPaper}>
        <strong>{texts.notice()}</strong>
      </p>
    </>
  );
}

const NAMES: Readonly<Record<FileFormat, string>> = { csv: 'CSV', geojson: 'GeoJSON', kml: 'KML' };

function LookUpFiles({ query }: { readonly query: LookUpQuery }) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.files;
  const link = window.location.origin + pathOf('lookUp', locale) + formatLookUpAddress(query);
  const [text, setMessage] = useState('');
  const save = async (format: FileFormat) => {
    setMessage('');
    const file = await fetchLookUpFile(query, format);
    if (!file.ok) return setMessage(`${texts.failed()} ${LL.lookUp.failure[lookUpError(file)]()}`);
    saveFile(file.value, `candidates-${new Date(query.reportedMs).toISOString().slice(0, 10)}.${format}`);
  };
  return (
    <ExportPanel texts={texts} link={link} text={text}>
      {FILE_FORMATS.map((format) => (
        <Button key={format} onClick={() => save(format)}>
          {NAMES[format]}
        </Button>
      ))}
    </ExportPanel>
  );
}
