import { useId } from 'react';
import { ENOUGH_CASES } from '#shared/nowcast/grade/ChanceSums.ts';
import type { ReliabilityBin } from '#shared/nowcast/ProofBody.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Proof.module.css';
import { isEnough } from './plottedBins.ts';
import { proofTexts } from './proofTexts.ts';
import { ReliabilityPlot } from './ReliabilityPlot.tsx';

interface ReliabilityFigureProps {
  readonly minutes: number;
  readonly bins: readonly ReliabilityBin[];
}

/** What was said against what came, as a plot and as the table from which it is drawn. */
export function ReliabilityFigure({ minutes, bins }: ReliabilityFigureProps) {
  const { LL, locale } = useTexts();
  const { reliability: words, notYet } = LL.verdict;
  const { share, whole } = proofTexts(locale);
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id}>{words.name({ minutes })}</figcaption>
      <ReliabilityPlot name={words.name({ minutes })} bins={bins} />
      <ul className={styles.notes}>
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
