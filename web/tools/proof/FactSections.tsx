import { ENOUGH_CASES } from '#shared/nowcast/grades.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { GradeBody, PositionProof, ProofBody } from '#shared/wire/ProofBody.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';

const MINUTE_MS = 60_000;

export function FeedSection({ proof: { feed } }: { readonly proof: ProofBody }) {
  const { LL, locale } = useTexts();
  const { feed: words } = LL.verdict;
  const { part, tenths, whole } = proofTexts(locale);
  const { typicalDelayMs, completeness, uptime, openGaps } = feed;
  const unknown = words.unknown();
  return (
    <Section title={words.title()} lead={words.lead()}>
      <dl className={styles.facts}>
        <Fact
          name={words.delay()}
          value={typicalDelayMs === null ? unknown : words.seconds({ seconds: tenths(typicalDelayMs / 1_000) })}
          note={words.delayNote()}
          few={typicalDelayMs === null}
        />
        <Fact
          name={words.complete()}
          value={completeness?.ofMs ? part(completeness.readMs / completeness.ofMs) : unknown}
          note={words.completeNote({ days: tenths((completeness?.ofMs ?? 0) / DAY_MS) })}
          few={!completeness?.ofMs}
        />
        <Fact
          name={words.uptime()}
          value={uptime.ofMinutes > 0 ? part(uptime.upMinutes / uptime.ofMinutes) : unknown}
          note={words.uptimeNote({ n: uptime.ofMinutes })}
          few={uptime.ofMinutes === 0}
        />
        <Fact name={words.gaps()} value={whole(openGaps)} note={gapsNote(feed, words)} />
      </dl>
    </Section>
  );
}

function gapsNote({ openGaps, oldestGapMs }: ProofBody['feed'], words: Texts['verdict']['feed']): string {
  if (openGaps === 0) return words.noGaps();
  return oldestGapMs === null ? words.gapsElsewhere() : words.gapsNote({ minutes: Math.ceil(oldestGapMs / MINUTE_MS) });
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly few?: boolean;
}

function Fact({ name, value, note, few }: FactProps) {
  return (
    <div className={styles.fact} data-few={few || undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.factNote}>{note}</dd>
    </div>
  );
}

export function ArrivalSection({ proof: { eta, position15, position30, states } }: { readonly proof: GradeBody }) {
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
        <PositionFact minutes={15} position={position15} />
        <PositionFact minutes={30} position={position30} />
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

function PositionFact({ minutes, position }: { readonly minutes: number; readonly position: PositionProof }) {
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

function FactOf({ name, cases, value, note }: FactOfProps) {
  const { notYet, ofEnough } = useTexts().LL.verdict;
  if (isEnough({ cases })) return <Fact name={name} value={value} note={note({ n: cases })} />;
  return <Fact name={name} value={notYet()} note={ofEnough({ n: cases, enough: ENOUGH_CASES })} few />;
}
