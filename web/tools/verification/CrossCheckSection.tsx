import { useId } from 'react';
import type { CrossCheckVerification } from '#shared/wire/FeedEvent.ts';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { verificationTexts } from './sections.tsx';
import styles from './Verification.module.css';

const WIDTH = 480;
const HEIGHT = 160;
const BOTTOM = HEIGHT - 22;
const STEP = WIDTH / 24;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MARKED_HOURS = [0, 6, 12, 18];
const PARTS = ['both', 'crossCheckOnly', 'primaryOnly'] as const;
/** Not in a style sheet: all pages share one, and most deployments have no satellite. */
const COLOURS = { both: 'var(--brand)', crossCheckOnly: '#8a63d2', primaryOnly: 'var(--colour-field-line)' };

/** Compares strikes with satellite flashes; only if a satellite is compared. */
export default function CrossCheckSection({ crossCheck }: { readonly crossCheck: CrossCheckVerification }) {
  const { LL, locale } = useTexts();
  const texts = LL.verdict.crossCheck;
  const { share } = verificationTexts(locale);
  const { slots, flashes, flashesMatched, strikes, strikesMatched, attribution } = crossCheck;
  return (
    <Section title={texts.title()} lead={texts.lead()} tone="tint">
      {flashes + strikes === 0 ? <p>{texts.none()}</p> : <HoursFigure crossCheck={crossCheck} />}
      {flashes > 0 && <p>{texts.flashes({ n: flashes, share: share(flashesMatched / flashes) })}</p>}
      {strikes > 0 && <p>{texts.strikes({ n: strikes, share: share(strikesMatched / strikes) })}</p>}
      <p className={styles.formula}>
        {texts.slots({ n: slots })} {attribution}
      </p>
    </Section>
  );
}

function HoursFigure({ crossCheck }: { readonly crossCheck: CrossCheckVerification }) {
  const texts = useTexts().LL.verdict.crossCheck;
  const id = useId();
  const most = Math.max(1, ...HOURS.map((hour) => PARTS.reduce((sum, name) => sum + (crossCheck[name][hour] ?? 0), 0)));
  return (
    <figure className={figure.figure} aria-labelledby={id}>
      <figcaption id={id}>{texts.plot()}</figcaption>
      <svg className={figure.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={texts.plot()}>
        {HOURS.map((hour) => (
          <HourBars key={hour} hour={hour} counts={PARTS.map((name) => crossCheck[name][hour] ?? 0)} most={most} />
        ))}
        <line className={figure.rule} x1={0} x2={WIDTH} y1={BOTTOM} y2={BOTTOM} />
        {MARKED_HOURS.map((hour) => (
          <text key={hour} x={hour * STEP} y={HEIGHT - 4}>
            {hourText(hour)}
          </text>
        ))}
      </svg>
      <ul className={figure.figureNotes}>
        {PARTS.map((name) => (
          <li key={name}>
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" fill={COLOURS[name]} />
            </svg>{' '}
            {texts[name]()}
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface HourBarsProps {
  readonly hour: number;
  /** In the order of `PARTS`; the first is at the bottom. */
  readonly counts: readonly number[];
  readonly most: number;
}

function HourBars({ hour, counts, most }: HourBarsProps) {
  const texts = useTexts().LL.verdict.crossCheck;
  const [both = 0, crossCheck = 0, primary = 0] = counts;
  const heightOf = (count: number) => (count / most) * (BOTTOM - 4);
  return (
    <g>
      <title>{texts.hour({ hour: hourText(hour), both, crossCheck, primary })}</title>
      {PARTS.map((name, index) => {
        const below = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
        const height = heightOf(counts[index] ?? 0);
        const y = BOTTOM - heightOf(below) - height;
        return <rect key={name} fill={COLOURS[name]} x={hour * STEP + 1} width={STEP - 2} y={y} height={height} />;
      })}
    </g>
  );
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
