import type { ReliabilityBin } from '#shared/nowcast/ProofBody.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { onAxes, type PlotSquare, plottedBins } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';
import styles from './ReliabilityPlot.module.css';

interface ReliabilityPlotProps {
  readonly name: string;
  readonly bins: readonly ReliabilityBin[];
}

const [WIDTH, HEIGHT] = [340, 330];
const SQUARE: PlotSquare = { left: 52, top: 12, size: 274 };
const BOTTOM = SQUARE.top + SQUARE.size;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** What was said from left to right, how often it came upwards: on the diagonal both are equal. */
export function ReliabilityPlot({ name, bins }: ReliabilityPlotProps) {
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
