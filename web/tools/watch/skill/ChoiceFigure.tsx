import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { SkillView } from '#shared/watch/skillBody.ts';
import { Button } from '#web/kit/components/Button.tsx';
import figure from '#web/kit/components/components.module.css';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/timeText.ts';
import {
  allChoices,
  CHOICE_BOX,
  type Choice,
  type ChoicePoint,
  choicePlot,
  isSameChoice,
  nextPoint,
  yourChoice,
} from './choicePlot.ts';
import styles from './Skill.module.css';
import { choiceText, kmText, periodDays, shareText } from './skillText.ts';

/** Applies a stop ring in km and a dwell in minutes. */
export type UseChoice = (choice: Pick<Choice, 'ringKm' | 'dwellMin'>) => void;

interface ChoiceFigureProps {
  readonly skill: SkillView;
  /** True if the query used the default rings. */
  readonly isUsual: boolean;
  readonly onUse: UseChoice | undefined;
}

/** Unwarned hits against time under stop, as a picture and as a table. Each point of the picture is a button. */
export function ChoiceFigure({ skill, isUsual, onUse }: ChoiceFigureProps) {
  const labels = useTexts();
  const texts = labels.LL.alarmSkill.choice;
  const id = useId();
  const yours = yourChoice(skill);
  const [chosen, setChosen] = useState<Choice>(yours);
  const [used, setUsed] = useState<Choice>();
  const plot = choicePlot(skill);
  const choose = (choice: Choice) => {
    setChosen(choice);
    setUsed(undefined);
  };
  const area = useRef<HTMLDivElement>(null);
  const use = () => {
    setUsed(chosen);
    // The button disappears after the press.
    area.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    onUse?.(chosen);
  };
  const rings = skill.choices.map(({ ringKm }) => ringKm);
  const sentence = choiceText(chosen, labels);
  const yourPoint = isUsual ? texts.usualPoint : texts.yourPoint;
  const isYours = isSameChoice(chosen, yours);
  return (
    <figure className={figure.figure} aria-labelledby={id}>
      <figcaption id={id}>{texts.title()}</figcaption>
      {plot ? (
        <>
          <p className={styles.note}>{texts.lead()}</p>
          <div ref={area} className={styles.picture}>
            <ChoiceDrawing plot={plot} days={periodDays(skill)} dwellMin={skill.dwellMin} />
            <ChoicePoints plot={plot} chosen={chosen} choose={choose} yourPoint={yourPoint} labelledBy={id} />
          </div>
          <p role="status" className={styles.chosen}>
            {isYours ? yourPoint({ sentence }) : sentence}
          </p>
          {onUse && !isYours && !used && <Button onClick={use}>{texts.use()}</Button>}
          {used && (
            <p role="status" className={styles.note}>
              {texts.used({ km: kmText(used.ringKm, labels.locale), min: used.dwellMin })}
            </p>
          )}
          <ul className={figure.figureNotes}>
            <li>
              {texts.legend({
                from: kmText(Math.min(...rings), labels.locale),
                to: kmText(Math.max(...rings), labels.locale),
              })}
            </li>
            <li>{isUsual ? texts.usual() : texts.yours()}</li>
          </ul>
        </>
      ) : (
        <p className={styles.note}>{texts.few()}</p>
      )}
      <ChoiceTable skill={skill} labelledBy={id} />
    </figure>
  );
}

type Plot = NonNullable<ReturnType<typeof choicePlot>>;

interface DrawingProps {
  readonly plot: Plot;
  readonly days: number;
  readonly dwellMin: number;
}

/** A label of two digits. */
const LABEL = { width: 18, height: 14 } as const;

/** The minutes of each curve above its first point, without overlaps. */
function curveLabels(curves: Plot['curves']) {
  const placed: { readonly dwellMin: number; readonly x: number; readonly y: number }[] = [];
  for (const { dwellMin, points } of curves) {
    const [first] = points;
    if (!first) continue;
    const { x } = first;
    const beside = placed.filter((label) => Math.abs(label.x - x) < LABEL.width);
    let y = first.y - LABEL.height;
    while (beside.some((label) => Math.abs(label.y - y) < LABEL.height)) y -= 1;
    placed.push({ dwellMin, x, y });
  }
  return placed;
}

function ChoiceDrawing({ plot: { curves, xTicks, yTicks }, days, dwellMin }: DrawingProps) {
  const { LL, locale } = useTexts();
  const texts = LL.alarmSkill.choice;
  const { width, height, left, right, top, bottom } = CHOICE_BOX;
  return (
    <svg className={figure.plot} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {yTicks.map(({ value, at }) => (
        <g key={value}>
          <line className={figure.rule} x1={left} x2={right} y1={at} y2={at} />
          <text x={left - 6} y={at} dy="0.35em" textAnchor="end">
            {shareText(value, locale)}
          </text>
        </g>
      ))}
      {xTicks.map(({ value, at }) => (
        <g key={value}>
          <line className={figure.rule} x1={at} x2={at} y1={top} y2={bottom} />
          <text x={at} y={bottom + 17} textAnchor="middle">
            {longSpanText(value, locale)}
          </text>
        </g>
      ))}
      <text className={figure.axis} x={(left + right) / 2} y={height - 8} textAnchor="middle">
        {texts.stop({ days })}
      </text>
      <text className={figure.axis} textAnchor="middle" transform={`translate(9 ${(top + bottom) / 2}) rotate(-90)`}>
        {texts.unwarned()}
      </text>
      {curves.map((curve) => (
        <polyline
          key={curve.dwellMin}
          className={styles.curve}
          data-yours={curve.dwellMin === dwellMin || undefined}
          points={curve.points.map(({ x, y }) => `${x},${y}`).join(' ')}
        />
      ))}
      {curveLabels(curves).map((label) => (
        <text key={label.dwellMin} x={label.x} y={label.y} dy="0.35em" textAnchor="middle">
          {label.dwellMin}
        </text>
      ))}
    </svg>
  );
}

interface PointsProps {
  readonly plot: Plot;
  readonly chosen: Choice;
  readonly choose: (choice: Choice) => void;
  readonly yourPoint: (parts: { readonly sentence: string }) => string;
  readonly labelledBy: string;
}

/** One tab stop; arrow keys move along a curve and to the next one. */
function ChoicePoints({ plot: { curves }, chosen, choose, yourPoint, labelledBy }: PointsProps) {
  const texts = useTexts();
  const group = useRef<HTMLFieldSetElement>(null);
  const points = curves.flatMap((curve) => curve.points);
  const current = points.find(({ choice }) => isSameChoice(choice, chosen)) ?? points[0];
  const keyOf = ({ choice }: ChoicePoint) => `${choice.ringKm}/${choice.dwellMin}`;
  const move = (event: KeyboardEvent, from: ChoicePoint) => {
    const next = nextPoint(curves, from.choice, event.key);
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (!next) return;
    choose(next.choice);
    group.current?.querySelector<HTMLElement>(`[data-point="${keyOf(next)}"]`)?.focus();
  };
  return (
    <fieldset ref={group} className={styles.points} aria-labelledby={labelledBy}>
      {points.map((point) => {
        const sentence = choiceText(point.choice, texts);
        return (
          <button
            key={keyOf(point)}
            type="button"
            data-point={keyOf(point)}
            data-yours={point.isYours || undefined}
            aria-pressed={isSameChoice(point.choice, chosen)}
            aria-label={point.isYours ? yourPoint({ sentence }) : sentence}
            tabIndex={point === current ? 0 : -1}
            style={{
              insetInlineStart: `${(100 * point.x) / CHOICE_BOX.width}%`,
              insetBlockStart: `${(100 * point.y) / CHOICE_BOX.height}%`,
            }}
            onClick={() => choose(point.choice)}
            onKeyDown={(event) => move(event, point)}
          />
        );
      })}
    </fieldset>
  );
}

function ChoiceTable({ skill, labelledBy }: { readonly skill: SkillView; readonly labelledBy: string }) {
  const labels = useTexts();
  const texts = labels.LL.alarmSkill.choice;
  const yours = yourChoice(skill);
  return (
    <details className={`${form.advanced} ${styles.table}`}>
      <summary>{texts.table()}</summary>
      <table className={figure.figureTable} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {[texts.ring(), texts.dwell(), texts.warned(), texts.under()].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {allChoices(skill).map((choice) => (
            <tr key={`${choice.ringKm}/${choice.dwellMin}`} data-yours={isSameChoice(choice, yours) || undefined}>
              <th scope="row">{texts.km({ km: kmText(choice.ringKm, labels.locale) })}</th>
              <td>{texts.wait({ min: choice.dwellMin })}</td>
              <td>{choice.warned ? shareText(choice.warned.share, labels.locale) : texts.tooFew()}</td>
              <td>{longSpanText(choice.stopMsASite, labels.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
