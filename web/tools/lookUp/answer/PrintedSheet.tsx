import { systemClock } from '#shared/time/Clock.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { kmText } from '#web/tools/lookUp/words/candidateText.ts';
import { bothClocks } from '#web/tools/lookUp/words/clockText.ts';
import { placeText } from '#web/tools/lookUp/words/placeText.ts';
import styles from './Answer.module.css';
import type { Completeness } from './completeness.ts';

interface PrintedSheetProps {
  readonly question: LookUpQuestion;
  readonly completeness: Completeness;
}

/** What was asked. On paper, where the form is not, it also says when this was printed and what it is not. */
export function PrintedSheet({ question, completeness }: PrintedSheetProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.sheet;
  const [fromMs, toMs] = completeness.askedMs;
  const facts = [
    [words.place(), placeText(question, LL, locale)],
    [words.radius(), kmText(question.radiusKm, LL, locale)],
    [words.reported(), bothClocks(question.reportedMs, LL, locale)],
    [words.searched(), words.span({ from: bothClocks(fromMs, LL, locale), to: bothClocks(toMs, LL, locale) })],
  ] as const;
  return (
    <>
      <dl className={styles.sheet}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className={styles.onPaper}>
          <dt>{words.printed()}</dt>
          <dd>
            {bothClocks(systemClock.now(), LL, locale)}, {siteConfig.name}
          </dd>
        </div>
      </dl>
      <p className={styles.onPaper}>
        <strong>{words.notice()}</strong>
      </p>
    </>
  );
}
