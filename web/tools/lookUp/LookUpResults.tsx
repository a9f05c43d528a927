import { useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { LookUpView } from '#shared/lookUp/bodies.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { formatLookUpAddress, type LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { takenPlaceText } from '#web/kit/places/takenPlaceText.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import SourceNote from '#web/sky/source/SourceNote.tsx';
import { useToldSource } from '#web/sky/source/useToldSource.ts';
import { ExportPanel } from '#web/tools/query/ExportPanel.tsx';
import { FactRows } from '#web/tools/query/FactRows.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import { askLookUp, FILE_FORMATS, type FileFormat, fetchLookUpFile, lookUpFault } from './askLookUp.ts';
import { CandidateList } from './CandidateList.tsx';
import { CandidatePicture } from './CandidatePicture.tsx';
import { type Completeness, CompletenessBox, completenessOf } from './Completeness.tsx';
import styles from './LookUpResults.module.css';
import { deviceAndUtcText, localText, lookUpKmText } from './lookUpText.ts';

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
