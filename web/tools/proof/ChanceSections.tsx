import { HIDING } from '#shared/nowcast/grades.ts';
import type { ChanceProof, GradeBody, ProofBody } from '#shared/wire/ProofBody.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';

export function SkillSection({ proof }: { readonly proof: GradeBody }) {
  const { LL, locale } = useTexts();
  const { skill, notYet } = LL.verdict;
  const { share, signed, whole } = proofTexts(locale);
  const chances = [
    [30, proof.chance30],
    [60, proof.chance60],
  ] as const;
  const skillText = (value: number | null) => (value === null ? notYet() : signed(value));
  const rows: readonly (readonly [name: string, textOf: (chance: ChanceProof) => string])[] = [
    [skill.hits(), ({ hits, cases }) => share(hits / cases)],
    [skill.base(), ({ overBaseRate }) => skillText(overBaseRate)],
    [skill.distance(), ({ overDistance }) => skillText(overDistance)],
  ];
  return (
    <Section title={skill.title()} lead={skill.lead()} tone="tint">
      <table className={styles.table} aria-label={skill.title()}>
        <thead>
          <tr>
            <th scope="col">{skill.when()}</th>
            {chances.map(([minutes]) => (
              <th key={minutes} scope="col">
                {skill.minutes({ minutes })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{skill.cases()}</th>
            {chances.map(([minutes, { cases }]) => (
              <td key={minutes}>{whole(cases)}</td>
            ))}
          </tr>
          {rows.map(([name, textOf]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {chances.map(([minutes, chance]) => (
                <td key={minutes} data-few={!isEnough(chance) || undefined}>
                  {isEnough(chance) ? textOf(chance) : notYet()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

export function HiddenSection({ proof: { hidden, lately, fit } }: { readonly proof: ProofBody }) {
  const { LL, locale } = useTexts();
  const { hidden: words } = LL.verdict;
  const { hundredths } = proofTexts(locale);
  const date = dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const [a30 = '', s30 = '', a60 = '', s60 = ''] = fit?.odds.map(hundredths) ?? [];
  const { days, held, arrivals: n } = lately;
  return (
    <Section title={words.title()} tone="tint">
      <div className={styles.told}>
        {hidden.length === 0 && <p>{words.none()}</p>}
        {hidden.length > 0 && (
          <ul>
            {hidden.map(({ part, why }) => (
              <li key={part}>
                <b>{words[part]()}</b>: {words[why]({ days, held, n })}
              </li>
            ))}
          </ul>
        )}
        {fit ? (
          <>
            <p>
              {words.fitted({ date: date.format(fit.atMs), n: fit.cases })}
              {fit.withReplayed && ` ${words.withReplayed({ enough: HIDING.LEAST_HITS })}`}
            </p>
            <p className={styles.formula}>{words.formula({ a30, s30, a60, s60 })}</p>
          </>
        ) : (
          <p>{words.notFitted({ enough: HIDING.LEAST_HITS })}</p>
        )}
      </div>
    </Section>
  );
}
