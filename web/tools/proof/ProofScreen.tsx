import { ProofBody } from '#shared/nowcast/ProofBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Button } from '#web/kit/components/Button.tsx';
import figure from '#web/kit/components/Figure.module.css';
import { Section } from '#web/kit/components/Section.tsx';
import { type Asked, ask, json } from '#web/kit/http/ask.ts';
import { type AskedState, useAsked } from '#web/kit/http/useAsked.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { HiddenSection, SkillSection } from './ChanceSections.tsx';
import { ArrivalSection, FeedSection } from './FactSections.tsx';
import styles from './Proof.module.css';
import { ReliabilitySection } from './Reliability.tsx';

export default function ProofScreen() {
  const state = useAsked('proof', askProof);
  if (state.kind !== 'known') return <Waiting state={state} />;
  const proof = state.value;
  return (
    <>
      <Scope proof={proof} />
      <ReliabilitySection proof={proof} />
      <SkillSection proof={proof} />
      <ArrivalSection proof={proof} />
      <HiddenSection proof={proof} />
      <FeedSection proof={proof} />
    </>
  );
}

function Scope({ proof: { source, days, fromMs, toMs } }: { readonly proof: ProofBody }) {
  const { LL, locale } = useTexts();
  const words = LL.verdict;
  const day = dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.scope}>
      {source === 'simulated' && (
        <p role="status" className={styles.simulated}>
          {words.simulated()}
        </p>
      )}
      <p>{days === 0 ? words.noPeriod() : words.period({ first: day.format(fromMs), last: day.format(toMs), days })}</p>
    </div>
  );
}

function Waiting({ state }: { readonly state: Exclude<AskedState<ProofBody>, { kind: 'known' }> }) {
  const { question, trouble, loading } = useTexts().LL.verdict;
  return (
    <Section title={question.title()} lead={question.lead()}>
      {state.kind === 'failed' ? (
        <div role="alert" className={figure.trouble}>
          <p>{trouble[TOLD_AS[state.trouble]]()}</p>
          <Button onClick={state.retry}>{trouble.retry()}</Button>
        </div>
      ) : (
        <p role="status">{loading()}</p>
      )}
    </Section>
  );
}

/** `too-wide` and `missing` cannot occur: nothing asked could be too wide, and the address is always there. */
const TOLD_AS = {
  offline: 'offline',
  limited: 'limited',
  busy: 'busy',
  'too-wide': 'busy',
  missing: 'busy',
  broken: 'busy',
  unreadable: 'unreadable',
} as const;

/** Never rejects. */
function askProof(signal: AbortSignal): Promise<Asked<ProofBody>> {
  return ask(apiPaths.proof, json(ProofBody), { signal });
}
