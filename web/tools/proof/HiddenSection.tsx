import { HIDING } from '#shared/nowcast/grade/refit.ts';
import type { ProofBody } from '#shared/nowcast/ProofBody.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { proofTexts } from './proofTexts.ts';

/** What is held back because it does not hold, and how chances follow from what came. */
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
            <p>{words.fitted({ date: date.format(fit.atMs), n: fit.cases })}</p>
            <p className={styles.formula}>{words.formula({ a30, s30, a60, s60 })}</p>
          </>
        ) : (
          <p>{words.notFitted({ enough: HIDING.LEAST_HITS })}</p>
        )}
      </div>
    </Section>
  );
}
