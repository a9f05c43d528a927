import type { CandidateView, LookUpView } from '#shared/lookUp/LookUpView.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/usePathname.ts';
import { bestStroke } from '#web/tools/lookUp/words/bestStroke.ts';
import { ageText, kmText, shareText, whereText } from '#web/tools/lookUp/words/candidateText.ts';
import { bothClocks } from '#web/tools/lookUp/words/clockText.ts';
import styles from './Answer.module.css';
import { candidateHref } from './candidateHref.ts';

interface CandidateListProps {
  readonly question: LookUpQuestion;
  readonly candidates: readonly CandidateView[];
  readonly accuracy: LookUpView['accuracy'];
}

/** The candidates, the best first: in words, and the percentage last. */
export function CandidateList({ question, candidates, accuracy }: CandidateListProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp;
  const { locale: named } = parsePath(usePathname());
  const nowMs = systemClock.now();
  if (candidates.length === 0) return null;
  return (
    <>
      <ol className={styles.candidates}>
        {candidates.map((candidate, index) => {
          const stroke = bestStroke(candidate);
          const rank = index + 1;
          return (
            <li key={candidate.best} data-candidate>
              <p className={styles.where}>
                <strong>{whereText(candidate, question, LL, locale)}</strong>, {ageText(candidate, LL, locale)}
              </p>
              <p className={styles.when}>
                {stroke && bothClocks(Date.parse(stroke.timestamp), LL, locale, true)}
                {' · '}
                {words.strokes({ count: candidate.strikes.length })}
              </p>
              <p className={styles.share}>
                {words.share({ share: shareText(candidate.likelihood, LL, locale) })}
                {stroke && (
                  <a href={candidateHref(stroke, named, nowMs)} aria-label={words.mapOf({ rank })}>
                    {words.onMap()}
                  </a>
                )}
              </p>
            </li>
          );
        })}
      </ol>
      <p className={styles.small}>
        {words.order()}{' '}
        {words.shareHelp({
          half: kmText(accuracy.radius50Km, LL, locale),
          most: kmText(accuracy.radius90Km, LL, locale),
        })}{' '}
        {question.shape.type === 'Point' && words.fewPerCent()}
      </p>
    </>
  );
}
