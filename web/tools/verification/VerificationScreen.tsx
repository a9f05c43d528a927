import { lazy, Suspense, useState } from 'react';
import { DAY_MS } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { type ReplayedBody, VerificationBody } from '#shared/wire/VerificationBody.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { type ApiResult, json, requestApi } from '#web/kit/http/requestApi.ts';
import { type QueryState, useQuery } from '#web/kit/http/useQuery.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import {
  ArrivalSection,
  FeedSection,
  firstVisible,
  type Grades,
  REPORTED_AS,
  ReliabilitySection,
  SkillSection,
  verificationTexts,
  WithheldSection,
} from './sections.tsx';
import styles from './Verification.module.css';

/** Loads only if a satellite is compared. */
const CrossCheckSection = lazy(() => withinChunkTimeout(import('./CrossCheckSection.tsx')));

/** Loads with the table of regions, from which a country is chosen. */
const WarningSection = lazy(() => withinChunkTimeout(import('./WarningSection.tsx')));

/** The texts and figures of fires are many, and far down. */
const FireSection = lazy(() => withinChunkTimeout(import('./FireSection.tsx')));

export default function VerificationScreen() {
  const state = useQuery('proof', fetchVerification);
  return (
    <>
      {state.kind === 'known' ? <Graded verification={state.value} /> : <Waiting state={state} />}
      {/* Before the response it would move while it is read. */}
      <Suspense>
        {state.kind !== 'loading' && (
          <>
            <WarningSection />
            <FireSection />
          </>
        )}
      </Suspense>
    </>
  );
}

function Graded({ verification }: { readonly verification: VerificationBody }) {
  const [chosen, choose] = useState<Grades>(firstVisible(verification));
  const graded = (chosen === 'replayed' && verification.replayed) || verification;
  return (
    <>
      <ReliabilitySection verification={graded}>
        <Scope verification={verification} chosen={chosen} choose={choose} />
      </ReliabilitySection>
      <SkillSection verification={graded} />
      <ArrivalSection verification={graded} />
      <WithheldSection verification={verification} />
      <FeedSection verification={verification} />
      <Suspense>{verification.crossCheck && <CrossCheckSection crossCheck={verification.crossCheck} />}</Suspense>
    </>
  );
}

interface ScopeProps {
  readonly verification: VerificationBody;
  readonly chosen: Grades;
  readonly choose: (grades: Grades) => void;
}

function Scope({ verification, chosen, choose }: ScopeProps) {
  const { LL, locale } = useTexts();
  const texts = LL.verdict;
  const day = dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const { source, days, fromMs, toMs, replayed } = verification;
  const period = { first: day.format(fromMs), last: day.format(toMs), days };
  return (
    <div className={styles.scope}>
      {source === 'simulated' && (
        <p role="status" className={styles.simulated}>
          {texts.simulated()}
        </p>
      )}
      {replayed && (
        <Choices
          legend={texts.grades.legend()}
          options={[
            ['told', texts.grades.told()],
            ['replayed', texts.grades.replayed({ days: Math.round((replayed.toMs - replayed.fromMs) / DAY_MS) })],
          ]}
          value={chosen}
          onChoose={choose}
        />
      )}
      {replayed && chosen === 'replayed' ? (
        <Replayed replayed={replayed} />
      ) : (
        <p>{days === 0 ? texts.noPeriod() : texts.period(period)}</p>
      )}
    </div>
  );
}

function Replayed({ replayed: { fromMs, toMs, leftMs } }: { readonly replayed: ReplayedBody }) {
  const { LL, locale } = useTexts();
  const { note, underWay } = LL.verdict.grades;
  const day = dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <p className={styles.note}>{note({ first: day.format(fromMs), last: day.format(toMs) })}</p>
      {leftMs > 0 && <p>{underWay({ days: verificationTexts(locale).tenths(leftMs / DAY_MS) })}</p>}
    </>
  );
}

function Waiting({ state }: { readonly state: Exclude<QueryState<VerificationBody>, { kind: 'known' }> }) {
  const { question: query, errors, loading } = useTexts().LL.verdict;
  return (
    <Section title={query.title()} lead={query.lead()}>
      {state.kind === 'failed' ? (
        <div role="alert" className={figure.figureError}>
          <p>{errors[REPORTED_AS[state.errorKind]]()}</p>
          <Button onClick={state.retry}>{errors.retry()}</Button>
        </div>
      ) : (
        <p role="status" data-opening>
          {loading()}
        </p>
      )}
    </Section>
  );
}

/** Never rejects. */
function fetchVerification(signal: AbortSignal): Promise<ApiResult<VerificationBody>> {
  return requestApi(apiPaths.verification, json(VerificationBody), { signal });
}
