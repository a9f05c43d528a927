import { useMemo, useState } from 'react';
import type * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type CandidateView, type LookUpBody, LookUpView } from '#shared/lookUp/bodies.ts';
import { ownEllipse, roundEllipse } from '#shared/lookUp/candidatesOf.ts';
import { DAY_MS, isoMillis, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { Problem } from '#shared/wire/Problem.ts';
import { AnswerPicture } from '#web/ground/picture/AnswerPicture.tsx';
import { PICTURE_CREDIT, type Picture } from '#web/ground/picture/Picture.ts';
import { formatLookUpAddress, type LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { type ApiError, type ApiResult, ask, json } from '#web/kit/http/ask.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { takenPlaceText } from '#web/kit/places/usePlaceEntry.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import SourceNote from '#web/sky/source/SourceNote.tsx';
import { useToldSource } from '#web/sky/source/toldSource.ts';
import { longSpanText } from '#web/sky/words/timeText.ts';
import { ExportPanel, FactRows } from '#web/tools/query/ExportPanel.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import { bestStroke, CandidateList, deviceAndUtcText, localText, lookUpKmText } from './CandidateList.tsx';
import styles from './LookUpResults.module.css';

const FILE_FORMATS = ['csv', 'geojson', 'kml'] as const;
type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * `outside`: the surroundings are not all within home. `shape`: refused. `future`, `notKept`: the report's time, or the
 * time before it. `invalid`: another field. `busy`: too many requests, or the archive does not respond. `network`: no
 * response. `server`: anything else.
 */
type LookUpFault = 'outside' | 'shape' | 'future' | 'notKept' | 'invalid' | 'busy' | 'network' | 'server';

export function lookUpBody({
  shape,
  radiusKm,
  reportedMs,
  days,
  beforeMs,
}: LookUpQuestion): v.InferInput<typeof LookUpBody> {
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
function askLookUp(query: LookUpQuestion, signal: AbortSignal): Promise<ApiResult<LookUpView>> {
  return ask(apiPaths.lookUp, json(LookUpView), { method: 'POST', body: lookUpBody(query), signal });
}

/** Never rejects. */
function fetchLookUpFile(question: LookUpQuestion, format: FileFormat): Promise<ApiResult<Blob>> {
  const path = `${apiPaths.lookUp}?format=${format}`;
  return ask(path, (response) => response.blob(), { method: 'POST', body: lookUpBody(question) });
}

const ERRORS: Partial<Record<Problem['code'], LookUpFault>> = {
  'outside-coverage': 'outside',
  'body-too-large': 'shape',
  'rate-limited': 'busy',
  busy: 'busy',
  unavailable: 'busy',
};

export function lookUpFault({ errorKind, problem: { code, errors = {} } = {} }: Omit<ApiError, 'ok'>): LookUpFault {
  if (errorKind === 'offline') return 'network';
  if (code !== 'invalid-body') return (code && ERRORS[code]) ?? 'server';
  const rules = Object.values(errors);
  if (rules.includes('future')) return 'future';
  if (rules.includes('notKept')) return 'notKept';
  return Object.keys(errors).some((field) => field.startsWith('shape')) ? 'shape' : 'invalid';
}

interface CandidatePictureProps {
  readonly question: LookUpQuestion;
  readonly candidates: readonly CandidateView[];
  readonly listed: number;
  readonly accuracy: LookUpView['accuracy'];
}

function CandidatePicture({ question, candidates, listed, accuracy }: CandidatePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfFire(question, candidates, listed, accuracy, (km) => lookUpKmText(km, LL, locale)),
    [question, candidates, listed, accuracy, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <AnswerPicture picture={picture} label={LL.lookUp.picture()} kmText={(km) => lookUpKmText(km, LL, locale)} />
      {candidates.length > 0 && (
        <p className={answer.small}>
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
  { shape, radiusKm }: LookUpQuestion,
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
  readonly askedMs: Span;
  /** Spans that were not read or searched, oldest first: candidates may be missing from them. */
  readonly missing: readonly Span[];
  readonly missingMs: number;
  /** Data is complete up to here, except for `missing`; null if no data is known to have been read. */
  readonly completeToMs: number | null;
  /** Where the search ended, if it ended early: older strikes need another request. */
  readonly cutMs: number | undefined;
  readonly state: 'all' | 'part' | 'nothing';
}

export function completenessOf(
  { reportedMs, days, beforeMs }: LookUpQuestion,
  { searched, completeTo, gaps }: Pick<LookUpView, 'searched' | 'completeTo' | 'gaps'>,
): Completeness {
  const [fromMs, toMs] = [reportedMs - days * DAY_MS, beforeMs ?? reportedMs];
  const completeToMs = completeTo === null ? null : Date.parse(completeTo);
  const cutMs = searched.cut ? Date.parse(searched.from) : undefined;
  const tail: Span[] =
    completeToMs === null || toMs - completeToMs < FRESH_MS ? [] : [[Math.max(fromMs, completeToMs), toMs]];
  const missing = mergedSpans([
    ...(completeToMs === null ? [[fromMs, toMs] as const] : []),
    ...(cutMs === undefined ? [] : [[fromMs, cutMs] as const]),
    ...gaps.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ...tail,
  ]);
  const missingMs = lengthMs(missing);
  const state = missingMs === 0 ? 'all' : missingMs >= toMs - fromMs ? 'nothing' : 'part';
  return { askedMs: [fromMs, toMs], missing, missingMs, completeToMs, cutMs, state };
}

/** The most spans that are listed, longest first. */
const NAMED = 5;

interface CompletenessBoxProps {
  readonly question: LookUpQuestion;
  readonly completeness: Completeness;
}

function CompletenessBox({ question, completeness }: CompletenessBoxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.complete;
  const { state, askedMs, missing, missingMs, completeToMs, cutMs } = completeness;
  const [fromMs, toMs] = askedMs;
  const span = (ms: number) => longSpanText(ms, locale);
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  if (state === 'all') {
    return (
      <p className={answer.small} data-complete="all">
        {texts.all({ time: localText(Math.min(toMs, completeToMs ?? toMs), locale, true) })}
      </p>
    );
  }
  return (
    <div className={answer.bad} data-complete={state}>
      <h3>{texts.title()}</h3>
      <p>
        {state === 'nothing' ? texts.nothing() : texts.part({ missing: span(missingMs), asked: span(toMs - fromMs) })}
      </p>
      {cutMs !== undefined && (
        <p>
          {texts.cut({ time: localText(cutMs, locale) })}{' '}
          {cutMs < toMs && cutMs > fromMs && (
            <a href={formatLookUpAddress({ ...question, beforeMs: cutMs })}>{texts.earlier()}</a>
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
const SHOWN = 10;

interface AnswerProps {
  readonly question: LookUpQuestion;
  readonly attempt: number;
}

export function LookUpResults({ question, attempt }: AnswerProps) {
  const { LL } = useTexts();
  const texts = LL.lookUp;
  const asked = useQuery(`${formatLookUpAddress(question)} ${attempt}`, (signal) => askLookUp(question, signal));
  return (
    <QueryResult
      id="candidates"
      title={texts.answer()}
      words={texts}
      asked={asked}
      dense
      failureOf={(failed) => {
        const error = lookUpFault(failed);
        return [texts.failure[error](), error === 'busy' || error === 'network' || error === 'server'];
      }}
    >
      {(view) => <Known question={question} view={view} />}
    </QueryResult>
  );
}

function Known({ question, view }: { readonly question: LookUpQuestion; readonly view: LookUpView }) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp;
  const { simulated, primary } = useToldSource();
  const [all, setAll] = useState(false);
  const { candidates, found } = view;
  const shown = all ? candidates : candidates.slice(0, SHOWN);
  const completeness = completenessOf(question, view);
  const km = lookUpKmText(question.radiusKm, LL, locale);
  return (
    <>
      {simulated && <p className={answer.simulated}>{words.simulated()}</p>}
      {primary && <SourceNote primary={primary} />}
      <PrintedSheet question={question} completeness={completeness} />
      {candidates.length === 0 ? (
        <div className={styles.none}>
          <p>
            <strong>{words.none[completeness.state]({ km, days: question.days })}</strong>
          </p>
          {completeness.state === 'all' && <p>{words.none.missed()}</p>}
        </div>
      ) : (
        <p>
          <strong>
            {found > candidates.length
              ? words.foundCut({ shown: candidates.length, count: found })
              : words.found({ count: found })}
          </strong>
          <br />
          {words.meaning()}
        </p>
      )}
      <CompletenessBox question={question} completeness={completeness} />
      <CandidatePicture question={question} candidates={candidates} listed={shown.length} accuracy={view.accuracy} />
      <CandidateList question={question} candidates={shown} accuracy={view.accuracy} />
      {candidates.length > shown.length && (
        <Button onClick={() => setAll(true)}>{words.showAll({ count: candidates.length })}</Button>
      )}
      <LookUpFiles question={question} />
    </>
  );
}

interface PrintedSheetProps {
  readonly question: LookUpQuestion;
  readonly completeness: Completeness;
}

/** The query; in print also the time of printing and the notice. */
function PrintedSheet({ question, completeness }: PrintedSheetProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.sheet;
  const [fromMs, toMs] = completeness.askedMs;
  usePrintedFoot(
    [siteConfig.name, takenPlaceText(question, LL, locale), words.notice()].join(' · '),
    `${localText(fromMs, locale)} – ${localText(toMs, locale)} · ${PICTURE_CREDIT}`,
  );
  const facts = [
    [words.place(), takenPlaceText(question, LL, locale)],
    [words.radius(), lookUpKmText(question.radiusKm, LL, locale)],
    [words.reported(), deviceAndUtcText(question.reportedMs, LL, locale)],
    [
      words.searched(),
      words.span({ from: deviceAndUtcText(fromMs, LL, locale), to: deviceAndUtcText(toMs, LL, locale) }),
    ],
  ] as const;
  return (
    <>
      <dl className={answer.facts}>
        <FactRows facts={facts} />
        <div className={styles.onPaper}>
          <dt>{words.printed()}</dt>
          <dd>
            {deviceAndUtcText(systemClock.now(), LL, locale)}, {siteConfig.name}
          </dd>
        </div>
      </dl>
      <p className={styles.onPaper}>
        <strong>{words.notice()}</strong>
      </p>
    </>
  );
}

const NAMES: Readonly<Record<FileFormat, string>> = { csv: 'CSV', geojson: 'GeoJSON', kml: 'KML' };

function LookUpFiles({ question }: { readonly question: LookUpQuestion }) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.files;
  const link = window.location.origin + pathOf('lookUp', locale) + formatLookUpAddress(question);
  const [said, setSaid] = useState('');
  const save = async (format: FileFormat) => {
    setSaid('');
    const file = await fetchLookUpFile(question, format);
    if (!file.ok) return setSaid(`${words.failed()} ${LL.lookUp.failure[lookUpFault(file)]()}`);
    saveFile(file.value, `candidates-${new Date(question.reportedMs).toISOString().slice(0, 10)}.${format}`);
  };
  return (
    <ExportPanel words={words} link={link} said={said}>
      {FILE_FORMATS.map((format) => (
        <Button key={format} onClick={() => save(format)}>
          {NAMES[format]}
        </Button>
      ))}
    </ExportPanel>
  );
}
