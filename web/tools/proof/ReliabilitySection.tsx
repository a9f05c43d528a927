import { ENOUGH_CASES } from '#shared/nowcast/grade/ChanceSums.ts';
import type { ChanceProof, ProofBody } from '#shared/nowcast/ProofBody.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { binOf, isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';
import { ReliabilityFigure } from './ReliabilityFigure.tsx';

const ONE_IN_FOUR = 0.25;

/** Whether what was said came as often as was said. */
export function ReliabilitySection({ proof }: { readonly proof: ProofBody }) {
  const { question } = useTexts().LL.verdict;
  return (
    <Section title={question.title()} lead={question.lead()}>
      <Answer minutes={30} chance={proof.chance30} />
      <Answer minutes={60} chance={proof.chance60} />
      <div className={styles.pair}>
        <ReliabilityFigure minutes={30} bins={proof.chance30.bins} />
        <ReliabilityFigure minutes={60} bins={proof.chance60.bins} />
      </div>
    </Section>
  );
}

function Answer({ minutes, chance }: { readonly minutes: number; readonly chance: ChanceProof }) {
  const { LL, locale } = useTexts();
  const { question } = LL.verdict;
  const { share } = proofTexts(locale);
  const bin = binOf(chance.bins, ONE_IN_FOUR);
  if (!bin || !isEnough(bin) || bin.came === null) {
    return <p className={styles.few}>{question.few({ minutes, n: bin?.cases ?? 0, enough: ENOUGH_CASES })}</p>;
  }
  const { from, to, came, cases } = bin;
  return (
    <p className={styles.answer}>
      {question.answer({ minutes, from: share(from), to: share(to), came: share(came), n: cases })}
    </p>
  );
}
