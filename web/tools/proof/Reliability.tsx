import { type ReactNode, useId } from 'react';
import { ENOUGH_CASES } from '#shared/nowcast/grades.ts';
import type { ChanceProof, GradeBody, ReliabilityBin } from '#shared/wire/ProofBody.ts';
import figure from '#web/kit/components/Figure.module.css';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { binOf, isEnough, onAxes, type PlotSquare, plottedBins } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';

const ONE_IN_FOUR = 0.25;

interface ReliabilityProps {
  readonly proof: GradeBody;
  /** Below the heading, which stands where it stood before the answer. */
  readonly children: ReactNode;
}

export function ReliabilitySection({ proof, children }: ReliabilityProps) {
  const { question } = useTexts().LL.verdict;
  return (
    <Section title={question.title()} lead={question.lead()}>
      {children}
      <Answer minutes={30} chance={proof.chance30} />
      <Answer minutes={60} chance={proof.chance60} />
      <div className={styles.pair}>
        <ReliabilityFigure minutes={30} bins={proof.chance30.bins} />
        <ReliabilityFigure minutes={60} bins={proof.chance60.bins} />
      </div>
    </Section>
  );
}

function Answer({ minutes, chance }: { readonly minutes: number; readonly chance: ChanceProof }) {
  const { LL, locale } = useTexts();
  const { question } = LL.verdict;
  const { share } = proofTexts(locale);
  const bin = binOf(chance.bins, ONE_IN_FOUR);
  if (!bin || !isEnough(bin) || bin.came === null) {
    return <p className={styles.few}>{question.few({ minutes, n: bin?.cases ?? 0, enough: ENOUGH_CASES })}</p>;
  }
  const { from, to, came, cases } = bin;
  return (
    <p className={styles.answer}>
      {question.answer({ minutes, from: share(from), to: share(to), came: share(came), n: cases })}
    </p>
  );
}

interface ReliabilityFigureProps {
  readonly minutes: number;
  readonly bins: readonly ReliabilityBin[];
}

function ReliabilityFigure({ minutes, bins }: ReliabilityFigureProps) {
  const { LL, locale } = useTexts();
  const { reliability: words, notYet } = LL.verdict;
  const { share, whole } = proofTexts(locale);
  const id = useId();
  return (
    <figure className={figure.figure} aria-labelledby={id}>
      <figcaption id={id}>{words.name({ minutes })}</figcaption>
      <ReliabilityPlot name={words.name({ minutes })} bins={bins} />
      <ul className={figure.notes}>
        <li>{words.equal()}</li>
        <li>{words.size()}</li>
        <li>{words.few({ enough: ENOUGH_CASES })}</li>
      </ul>
      <table className={styles.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.said()}</th>
            <th scope="col">{words.mean()}</th>
            <th scope="col">{words.came()}</th>
            <th scope="col">{words.cases()}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from} data-few={!isEnough(bin) || undefined}>
              <th scope="row">{words.bin({ from: whole(100 * bin.from), to: share(bin.to) })}</th>
              {isEnough(bin) ? (
                <>
                  <td>{share(bin.said ?? 0)}</td>
                  <td>{share(bin.came ?? 0)}</td>
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

/** Chances run to the right, arrivals upwards: on the diagonal both are equal. */
function ReliabilityPlot({ name, bins }: ReliabilityPlotProps) {
  const { LL, locale } = useTexts();
  const words = LL.verdict.reliability;
  const { share } = proofTexts(locale);
  const { x, y } = onAxes(SQUARE);
  return (
    <svg className={styles.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className={styles.rule} x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <line className={styles.rule} x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <text x={x(0) - 6} y={y(tick)} dy="0.35em" textAnchor="end">
            {share(tick)}
          </text>
          <text x={x(tick)} y={BOTTOM + 17} textAnchor={tick === 1 ? 'end' : 'middle'}>
            {share(tick)}
          </text>
        </g>
      ))}
      <text className={styles.axis} x={x(0.5)} y={HEIGHT - 6} textAnchor="middle">
        {words.said()}
      </text>
      <text className={styles.axis} textAnchor="middle" transform={`translate(12 ${y(0.5)}) rotate(-90)`}>
        {words.came()}
      </text>
      <line className={styles.equal} x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {plottedBins(bins, SQUARE).map(({ bin, x: atX, y: atY, radius, isEnough }) => (
        <circle key={bin.from} className={styles.dot} data-few={!isEnough || undefined} cx={atX} cy={atY} r={radius}>
          <title>
            {isEnough
              ? words.dot({ said: share(bin.said ?? 0), came: share(bin.came ?? 0), n: bin.cases })
              : words.fewDot({ n: bin.cases })}
          </title>
        </circle>
      ))}
    </svg>
  );
}
