import { useId } from 'react';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { verificationTexts } from './sections.tsx';
import created from './syntheticSeasons.json' with { type: 'json' };
import styles from './Verification.module.css';

const RULES = ['naive', 'likely', 'possible'] as const;
const SHARES = ['found', 'others', 'wrong'] as const;
/** Keys of the kinds in the file, as in `npm run tools -- fires-skill`. */
const KINDS = ['dense', 'sparse', 'stubble'] as const;

/**
 * How often the chance that lightning caused a fire is right, on synthetic seasons; `syntheticSeasons.json` is written by
 * `npm run tools -- fires-skill --keep`.
 */
export default function FireSection() {
  const { LL, locale } = useTexts();
  const texts = LL.verdict.fireProof;
  const { share } = verificationTexts(locale);
  const { threefold, third } = created.even;
  return (
    <Section title={texts.title()} lead={texts.lead()}>
      <div className={styles.told}>
        <p>{texts.made()}</p>
        <p>
          <b>{texts.wrong()}</b>
        </p>
      </div>
      <div className={styles.pair}>
        <RulesFigure />
        <TextFigure />
      </div>
      <div className={styles.told}>
        <p>
          {texts.even({
            ...{ from: share(threefold.from), to: share(threefold.to) },
            ...{ threefold: share(threefold.observed), third: share(third.observed) },
          })}
        </p>
        <p className={styles.formula}>{texts.safety()}</p>
      </div>
    </Section>
  );
}

function RulesFigure() {
  const { LL, locale } = useTexts();
  const texts = LL.verdict.fireProof;
  const { share } = verificationTexts(locale);
  return (
    <table className={figure.figureTable} aria-label={texts.title()}>
      <thead>
        <tr>
          <th scope="col">{texts.rule()}</th>
          <th scope="col">{texts.found()}</th>
          <th scope="col">{texts.others()}</th>
          <th scope="col">{texts.falsely()}</th>
        </tr>
      </thead>
      {KINDS.map((kind) => {
        const season = created.seasons.find((one) => one.kind === kind);
        return (
          season && (
            <tbody key={kind}>
              <tr>
                <th colSpan={4} scope="rowgroup">
                  <b>{texts[kind]()}</b> · {texts.counts({ lit: season.lit, others: season.others })}
                </th>
              </tr>
              {RULES.map((rule) => (
                <tr key={rule}>
                  <th scope="row">{texts[rule]()}</th>
                  {SHARES.map((which) => (
                    <td key={which}>{share(season[rule][which] / 100)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          )
        );
      })}
    </table>
  );
}

function TextFigure() {
  const { LL, locale } = useTexts();
  const texts = LL.verdict.fireProof;
  const { forecast, mean, bin: range } = LL.verdict.reliability;
  const { share, whole } = verificationTexts(locale);
  const id = useId();
  const bins = created.seasons.find(({ kind }) => kind === KINDS[0])?.bins ?? [];
  return (
    <figure className={figure.figure} aria-labelledby={id}>
      <figcaption id={id}>{texts.reliability()}</figcaption>
      <table className={figure.figureTable} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{forecast()}</th>
            <th scope="col">{mean()}</th>
            <th scope="col">{texts.observed()}</th>
            <th scope="col">{texts.fires()}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{range({ from: whole(100 * bin.from), to: share(bin.to) })}</th>
              <td>{share(bin.forecast)}</td>
              <td>{share(bin.observed)}</td>
              <td>{whole(bin.fires)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
