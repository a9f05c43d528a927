import { ENOUGH_CASES } from '#shared/nowcast/grade/ChanceSums.ts';
import type { PositionProof, ProofBody } from '#shared/nowcast/ProofBody.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Fact } from './Fact.tsx';
import styles from './Proof.module.css';
import { isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';

/** Whether arrivals, places of cells and the word "approaching" were right. */
export function ArrivalSection({ proof: { eta, position15, position30, states } }: { readonly proof: ProofBody }) {
  const { LL, locale } = useTexts();
  const { arrival: words } = LL.verdict;
  const { share, whole } = proofTexts(locale);
  return (
    <Section title={words.title()} lead={words.lead()}>
      <dl className={styles.facts}>
        <FactOf name={words.held()} cases={eta.cases} value={share(eta.held / eta.cases)} note={words.heldNote} />
        <FactOf
          name={words.width()}
          cases={eta.cases}
          value={words.min({ minutes: whole(eta.widthMin ?? 0) })}
          note={() => words.widthNote()}
        />
        <Position minutes={15} position={position15} />
        <Position minutes={30} position={position30} />
        <FactOf
          name={words.approaching()}
          cases={states.approaching.cases}
          value={share(states.approaching.struck / states.approaching.cases)}
          note={words.struckNote}
        />
        <FactOf
          name={words.others()}
          cases={states.others.cases}
          value={share(states.others.struck / states.others.cases)}
          note={words.struckNote}
        />
      </dl>
    </Section>
  );
}

function Position({ minutes, position }: { readonly minutes: number; readonly position: PositionProof }) {
  const { LL, locale } = useTexts();
  const { arrival: words } = LL.verdict;
  const { tenths } = proofTexts(locale);
  return (
    <FactOf
      name={words.position({ minutes })}
      cases={position.cases}
      value={words.km({ km: tenths(position.errorKm ?? 0) })}
      note={({ n }) => words.positionNote({ km: tenths(position.stayingKm ?? 0), n })}
    />
  );
}

interface FactOfProps {
  readonly name: string;
  readonly cases: number;
  readonly value: string;
  readonly note: (cases: { readonly n: number }) => string;
}

/** A figure, or how many cases are still missing. */
function FactOf({ name, cases, value, note }: FactOfProps) {
  const { notYet, ofEnough } = useTexts().LL.verdict;
  if (isEnough({ cases })) return <Fact name={name} value={value} note={note({ n: cases })} />;
  return <Fact name={name} value={notYet()} note={ofEnough({ n: cases, enough: ENOUGH_CASES })} few />;
}
