import type { ChanceProof, ProofBody } from '#shared/nowcast/proof/ProofBody.ts';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';
import styles from './Proof.module.css';
import { isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';

/** What the chances are worth beside simpler ones. */
export function SkillSection({ proof }: { readonly proof: ProofBody }) {
  const { skill } = useTexts().LL.verdict;
  return (
    <Section title={skill.title()} lead={skill.lead()} tone="tint">
      <table className={styles.table} aria-label={skill.title()}>
        <thead>
          <tr>
            <th scope="col">{skill.when()}</th>
            <th scope="col">{skill.cases()}</th>
            <th scope="col">{skill.hits()}</th>
            <th scope="col">{skill.base()}</th>
            <th scope="col">{skill.distance()}</th>
          </tr>
        </thead>
        <tbody>
          <SkillRow minutes={30} chance={proof.chance30} />
          <SkillRow minutes={60} chance={proof.chance60} />
        </tbody>
      </table>
    </Section>
  );
}

function SkillRow({ minutes, chance }: { readonly minutes: number; readonly chance: ChanceProof }) {
  const { LL, locale } = useTexts();
  const { skill, notYet } = LL.verdict;
  const { share, signed, whole } = proofTexts(locale);
  const { cases, hits, overBaseRate, overDistance } = chance;
  const known = isEnough(chance) && overBaseRate !== null && overDistance !== null;
  return (
    <tr data-few={!known || undefined}>
      <th scope="row">{skill.minutes({ minutes })}</th>
      <td>{whole(cases)}</td>
      {known ? (
        <>
          <td>{share(hits / cases)}</td>
          <td>{signed(overBaseRate)}</td>
          <td>{signed(overDistance)}</td>
        </>
      ) : (
        <td colSpan={3}>{notYet()}</td>
      )}
    </tr>
  );
}
