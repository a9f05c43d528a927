import { type ReactNode, useId } from 'react';
import { ENOUGH_CASES, HIDING } from '#shared/nowcast/grades.ts';
import { DAY_MS } from '#shared/time.ts';
import type {
  ChanceScoring,
  GradeBody,
  PositionScoring,
  ReliabilityBin,
  VerificationBody,
} from '#shared/wire/VerificationBody.ts';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { dateTimeFormat, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Verification.module.css';

const [LEAST_RADIUS, MOST_RADIUS] = [4, 13];

/** In the units of the drawing: y grows downwards. */
interface PlotSquare {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

interface PlottedBin {
  readonly bin: ReliabilityBin;
  readonly x: number;
  readonly y: number;
  /** The area is proportional to the cases, but never too small to see. */
  readonly radius: number;
  readonly isEnough: boolean;
}

function isEnough({ cases }: { readonly cases: number }): boolean {
  return cases >= ENOUGH_CASES;
}

export function onAxes({ left, top, size }: PlotSquare): {
  readonly x: (share: number) => number;
  readonly y: (share: number) => number;
} {
  return { x: (share) => left + share * size, y: (share) => top + (1 - share) * size };
}

/** Bins with cases, largest first, so that no dot hides a smaller one. */
export function plottedBins(bins: readonly ReliabilityBin[], square: PlotSquare): PlottedBin[] {
  const most = Math.max(1, ...bins.map(({ cases }) => cases));
  const { x, y } = onAxes(square);
  return bins
    .filter(({ forecast, observed }) => forecast !== null && observed !== null)
    .sort((a, b) => b.cases - a.cases)
    .map((bin) => ({
      bin,
      x: x(bin.forecast ?? 0),
      y: y(bin.observed ?? 0),
      radius: Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(bin.cases / most)),
      isEnough: isEnough(bin),
    }));
}

export function binOf(bins: readonly ReliabilityBin[], chance: number): ReliabilityBin | undefined {
  return bins.find(({ from, to }) => chance >= from && chance < to);
}

export type Grades = 'told' | 'replayed';

/** Published forecasts, as soon as there are enough of them. */
export function firstVisible({ chance30, replayed }: Pick<VerificationBody, 'chance30' | 'replayed'>): Grades {
  return replayed && !isEnough(chance30) && replayed.chance30.cases > chance30.cases ? 'replayed' : 'told';
}

interface VerificationTexts {
  /** A share without decimals: `23 %`. */
  readonly share: (value: number) => string;
  /** A share with its sign: `+14 %`, `−3 %`. */
  readonly signed: (value: number) => string;
  /** Rounded down: 0.99996 is 99.99 %. */
  readonly part: (value: number) => string;
  readonly tenths: (value: number) => string;
  readonly whole: (value: number) => string;
  readonly hundredths: (value: number) => string;
}

export function verificationTexts(locale: string): VerificationTexts {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format;
  const part = format({ style: 'percent', maximumFractionDigits: 2 });
  return {
    share: format({ style: 'percent', maximumFractionDigits: 0 }),
    signed: format({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    part: (value) => part(Math.floor(value * 10_000 + 1e-9) / 10_000),
    tenths: format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    whole: format({ maximumFractionDigits: 0 }),
    hundredths: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  };
}

/** Keys of the texts in `verdict.errorKind`. Queries here are never too wide, and the address always exists. */
export const REPORTED_AS = {
  offline: 'offline',
  limited: 'limited',
  busy: 'busy',
  'too-wide': 'busy',
  missing: 'busy',
  broken: 'busy',
  unreadable: 'unreadable',
} as const;

const ONE_IN_FOUR = 0.25;

interface ReliabilityProps {
  readonly verification: GradeBody;
  /** Below the heading, which keeps its place when the response arrives. */
  readonly children: ReactNode;
}

export function ReliabilitySection({ verification, children }: ReliabilityProps) {
  const { question: query } = useTexts().LL.verdict;
  return (
    <Section title={query.title()} lead={query.lead()}>
      {children}
      <Result minutes={30} chance={verification.chance30} />
      <Result minutes={60} chance={verification.chance60} />
      <div className={styles.pair}>
        <ReliabilityFigure minutes={30} bins={verification.chance30.bins} />
        <ReliabilityFigure minutes={60} bins={verification.chance60.bins} />
      </div>
    </Section>
  );
}

function Result({ minutes, chance }: { readonly minutes: number; readonly chance: ChanceScoring }) {
  const { LL, locale } = useTexts();
  const { question: query } = LL.verdict;
  const { share } = verificationTexts(locale);
  const bin = binOf(chance.bins, ONE_IN_FOUR);
  if (!bin || !isEnough(bin) || bin.observed === null) {
    return <p className={styles.few}>{query.few({ minutes, n: bin?.cases ?? 0, enough: ENOUGH_CASES })}</p>;
  }
  const { from, to, observed, cases } = bin;
  return (
    <p className={styles.answer}>
      {query.answer({ minutes, from: share(from), to: share(to), observed: share(observed), n: cases })}
    </p>
  );
}

interface ReliabilityFigureProps {
  readonly minutes: number;
  readonly bins: readonly ReliabilityBin[];
}

function ReliabilityFigure({ minutes, bins }: ReliabilityFigureProps) {
  const { LL, locale } = useTexts();
  const { reliability: texts, notYet } = LL.verdict;
  const { share, whole } = verificationTexts(locale);
  const id = useId();
  return (
    <figure className={figure.figure} aria-labelledby={id}>
      <figcaption id={id}>{texts.name({ minutes })}</figcaption>
      <ReliabilityPlot name={texts.name({ minutes })} bins={bins} />
      <ul className={figure.figureNotes}>
        <li>{texts.equal()}</li>
        <li>{texts.size()}</li>
        <li>{texts.few({ enough: ENOUGH_CASES })}</li>
      </ul>
      <table className={figure.figureTable} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{texts.forecast()}</th>
            <th scope="col">{texts.mean()}</th>
            <th scope="col">{texts.observed()}</th>
            <th scope="col">{texts.cases()}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from} data-few={!isEnough(bin) || undefined}>
              <th scope="row">{texts.bin({ from: whole(100 * bin.from), to: share(bin.to) })}</th>
              {isEnough(bin) ? (
                <>
                  <td>{share(bin.forecast ?? 0)}</td>
                  <td>{share(bin.observed ?? 0)}</td>
                </>
              ) : (
                <td colSpan={2}>{notYet()}</td>
              )}
              <td>{whole(bin.cases)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface ReliabilityPlotProps {
  readonly name: string;
  readonly bins: readonly ReliabilityBin[];
}

const [WIDTH, HEIGHT] = [340, 330];
const SQUARE: PlotSquare = { left: 52, top: 12, size: 274 };
const BOTTOM = SQUARE.top + SQUARE.size;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** x: forecast chance, y: arrivals; on the diagonal both are equal. */
function ReliabilityPlot({ name, bins }: ReliabilityPlotProps) {
  const { LL, locale } = useTexts();
  const texts = LL.verdict.reliability;
  const { share } = verificationTexts(locale);
  const { x, y } = onAxes(SQUARE);
  return (
    <svg className={figure.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className={figure.rule} x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <line className={figure.rule} x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <text x={x(0) - 6} y={y(tick)} dy="0.35em" textAnchor="end">
            {share(tick)}
          </text>
          <text x={x(tick)} y={BOTTOM + 17} textAnchor={tick === 1 ? 'end' : 'middle'}>
            {share(tick)}
          </text>
        </g>
      ))}
      <text className={figure.axis} x={x(0.5)} y={HEIGHT - 6} textAnchor="middle">
        {texts.forecast()}
      </text>
      <text className={figure.axis} textAnchor="middle" transform={`translate(12 ${y(0.5)}) rotate(-90)`}>
        {texts.observed()}
      </text>
      <line className={styles.equal} x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {plottedBins(bins, SQUARE).map(({ bin, x: atX, y: atY, radius, isEnough }) => (
        <circle key={bin.from} className={styles.dot} data-few={!isEnough || undefined} cx={atX} cy={atY} r={radius}>
          <title>
            {isEnough
              ? texts.dot({ forecast: share(bin.forecast ?? 0), observed: share(bin.observed ?? 0), n: bin.cases })
              : texts.fewDot({ n: bin.cases })}
          </title>
        </circle>
      ))}
    </svg>
  );
}

export function SkillSection({ verification }: { readonly verification: GradeBody }) {
  const { LL, locale } = useTexts();
  const { skill, notYet } = LL.verdict;
  const { share, signed, whole } = verificationTexts(locale);
  const chances = [
    [30, verification.chance30],
    [60, verification.chance60],
  ] as const;
  const skillText = (value: number | null) => (value === null ? notYet() : signed(value));
  const rows: readonly (readonly [name: string, textOf: (chance: ChanceScoring) => string])[] = [
    [skill.hits(), ({ hits, cases }) => share(hits / cases)],
    [skill.base(), ({ overBaseRate }) => skillText(overBaseRate)],
    [skill.distance(), ({ overDistance }) => skillText(overDistance)],
  ];
  return (
    <Section title={skill.title()} lead={skill.lead()} tone="tint">
      <table className={figure.figureTable} aria-label={skill.title()}>
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

export function WithheldSection({
  verification: { withheld, recent, fit },
}: {
  readonly verification: VerificationBody;
}) {
  const { LL, locale } = useTexts();
  const { hidden: texts } = LL.verdict;
  const { hundredths } = verificationTexts(locale);
  const date = dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const [a30 = '', s30 = '', a60 = '', s60 = ''] = fit?.logOdds.map(hundredths) ?? [];
  const { days, held, arrivals: n } = recent;
  return (
    <Section title={texts.title()} tone="tint">
      <div className={styles.told}>
        {withheld.length === 0 && <p>{texts.none()}</p>}
        {withheld.length > 0 && (
          <ul>
            {withheld.map(({ part, why }) => (
              <li key={part}>
                <b>{texts[part]()}</b>: {texts[why]({ days, held, n })}
              </li>
            ))}
          </ul>
        )}
        {fit ? (
          <>
            <p>
              {texts.fitted({ date: date.format(fit.atMs), n: fit.cases })}
              {fit.withReplayed && ` ${texts.withReplayed({ enough: HIDING.LEAST_HITS })}`}
            </p>
            <p className={styles.formula}>{texts.formula({ a30, s30, a60, s60 })}</p>
          </>
        ) : (
          <p>{texts.notFitted({ enough: HIDING.LEAST_HITS })}</p>
        )}
      </div>
    </Section>
  );
}

const MINUTE_MS = 60_000;

export function FeedSection({ verification: { feed } }: { readonly verification: VerificationBody }) {
  const { LL, locale } = useTexts();
  const { feed: texts } = LL.verdict;
  const { part, tenths, whole } = verificationTexts(locale);
  const { typicalDelayMs, completeness, uptime, openGaps } = feed;
  const unknown = texts.unknown();
  return (
    <Section title={texts.title()} lead={texts.lead()}>
      <dl className={styles.facts}>
        <Fact
          name={texts.delay()}
          value={typicalDelayMs === null ? unknown : texts.seconds({ seconds: tenths(typicalDelayMs / 1_000) })}
          note={texts.delayNote()}
          few={typicalDelayMs === null}
        />
        <Fact
          name={texts.complete()}
          value={completeness?.ofMs ? part(completeness.readMs / completeness.ofMs) : unknown}
          note={texts.completeNote({ days: tenths((completeness?.ofMs ?? 0) / DAY_MS) })}
          few={!completeness?.ofMs}
        />
        <Fact
          name={texts.uptime()}
          value={uptime.ofMinutes > 0 ? part(uptime.upMinutes / uptime.ofMinutes) : unknown}
          note={texts.uptimeNote({ n: uptime.ofMinutes })}
          few={uptime.ofMinutes === 0}
        />
        <Fact name={texts.gaps()} value={whole(openGaps)} note={gapsNote(feed, texts)} />
      </dl>
    </Section>
  );
}

function gapsNote({ openGaps, oldestGapMs }: VerificationBody['feed'], texts: Texts['verdict']['feed']): string {
  if (openGaps === 0) return texts.noGaps();
  return oldestGapMs === null ? texts.gapsElsewhere() : texts.gapsNote({ minutes: Math.ceil(oldestGapMs / MINUTE_MS) });
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

export function ArrivalSection({
  verification: { eta, position15, position30, states },
}: {
  readonly verification: GradeBody;
}) {
  const { LL, locale } = useTexts();
  const { arrival: texts } = LL.verdict;
  const { share, whole } = verificationTexts(locale);
  return (
    <Section title={texts.title()} lead={texts.lead()}>
      <dl className={styles.facts}>
        <FactOf name={texts.held()} cases={eta.cases} value={share(eta.held / eta.cases)} note={texts.heldNote} />
        <FactOf
          name={texts.width()}
          cases={eta.cases}
          value={texts.min({ minutes: whole(eta.widthMin ?? 0) })}
          note={() => texts.widthNote()}
        />
        <PositionFact minutes={15} position={position15} />
        <PositionFact minutes={30} position={position30} />
        <FactOf
          name={texts.approaching()}
          cases={states.approaching.cases}
          value={share(states.approaching.struck / states.approaching.cases)}
          note={texts.struckNote}
        />
        <FactOf
          name={texts.others()}
          cases={states.others.cases}
          value={share(states.others.struck / states.others.cases)}
          note={texts.struckNote}
        />
      </dl>
    </Section>
  );
}

function PositionFact({ minutes, position }: { readonly minutes: number; readonly position: PositionScoring }) {
  const { LL, locale } = useTexts();
  const { arrival: texts } = LL.verdict;
  const { tenths } = verificationTexts(locale);
  return (
    <FactOf
      name={texts.position({ minutes })}
      cases={position.cases}
      value={texts.km({ km: tenths(position.errorKm ?? 0) })}
      note={({ n }) => texts.positionNote({ km: tenths(position.stayingKm ?? 0), n })}
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
