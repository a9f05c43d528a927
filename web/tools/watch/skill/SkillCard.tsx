import { type ReactNode, useId } from 'react';
import { MINUTE_MS } from '#shared/time.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';
import figure from '#web/kit/components/components.module.css';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { ChoiceFigure, type UseChoice } from './ChoiceFigure.tsx';
import styles from './Skill.module.css';
import {
  aroundMeasures,
  hereMeasures,
  howTexts,
  kmText,
  type Measure,
  noteTexts,
  returnText,
  unwarnedTexts,
} from './skillText.ts';

interface SkillCardProps {
  readonly skill: SkillView;
  /** For a region: its name, instead of the sites around. */
  readonly regionName?: string | undefined;
  readonly onUse?: UseChoice | undefined;
}

/** All counts: here, around, with the default rings, with other choices; odds of return; how they were counted. */
export function SkillCard({ skill, regionName, onUse }: SkillCardProps) {
  const labels = useTexts();
  const { LL, locale } = labels;
  const texts = LL.alarmSkill;
  const { here, around, usual, ringsKm, dwellMin } = skill;
  const unwarned = unwarnedTexts(skill, labels);
  const km = (value: number) => kmText(value, locale);
  return (
    <div className={styles.card} data-skill-card>
      <p className={styles.note}>{rulesText(texts.rules, ringsKm, dwellMin, km)}</p>
      {here && (
        <Measures title={texts.here()} measures={hereMeasures(skill, labels)}>
          {unwarned.length > 0 && (
            <div>
              <dt>{texts.unwarned()}</dt>
              <dd>
                <ul>
                  {unwarned.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </Measures>
      )}
      <Measures
        title={
          regionName === undefined
            ? texts.around({ sites: around.sites, km: km(around.radiusKm ?? 0) })
            : texts.region({ sites: around.sites, name: regionName })
        }
        measures={aroundMeasures(around, skill, labels)}
      />
      {usual && (
        <Measures
          title={rulesText(texts.usual, DEFAULT_RINGS_KM, DEFAULT_DWELL_MS / MINUTE_MS, km)}
          measures={aroundMeasures({ ...usual }, skill, labels)}
        />
      )}
      <ChoiceFigure skill={skill} isUsual={regionName !== undefined} onUse={onUse} />
      {skill.returns.length > 0 && <Returns skill={skill} />}
      <div className={styles.note}>
        {noteTexts(skill, labels).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <details className={form.advanced}>
        <summary>{texts.how.title()}</summary>
        {howTexts(skill, labels).map((text) => (
          <p key={text} className={styles.note}>
            {text}
          </p>
        ))}
      </details>
    </div>
  );
}

type RulesText = (rules: { watch: string; warning: string; stop: string; dwell: string }) => string;

export function rulesText(
  text: RulesText,
  [watch, warning, stop]: readonly [number, number, number],
  dwellMin: number,
  km: (value: number) => string,
): string {
  return text({ watch: km(watch), warning: km(warning), stop: km(stop), dwell: km(dwellMin) });
}

interface MeasuresProps {
  readonly title: string;
  readonly measures: readonly Measure[];
  readonly children?: ReactNode;
}

function Measures({ title, measures, children }: MeasuresProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl className={styles.measures}>
        {measures.map(({ key, name, text }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {children}
      </dl>
    </section>
  );
}

function Returns({ skill }: { readonly skill: SkillView }) {
  const labels = useTexts();
  const texts = labels.LL.alarmSkill.returns;
  const id = useId();
  const count = new Intl.NumberFormat(labels.locale).format;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{texts.title()}</h3>
      <p className={styles.note}>{texts.lead({ km: kmText(skill.ringsKm[2], labels.locale) })}</p>
      <table className={figure.figureTable} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{texts.quiet()}</th>
            <th scope="col">{texts.back()}</th>
            <th scope="col">{texts.cases()}</th>
          </tr>
        </thead>
        <tbody>
          {skill.returns.map((row) => (
            <tr key={row.quietMin} data-few={row.back ? undefined : true}>
              <th scope="row">{texts.min({ min: row.quietMin })}</th>
              <td>{returnText(row, labels)}</td>
              <td>{count(row.cases)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
