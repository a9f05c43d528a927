import type { BookView } from '#shared/watch/BookView.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Judged } from '#web/tools/watch/moreDangerous.ts';
import { secondsText, shownOf, shownText } from '#web/tools/watch/words.ts';
import styles from './Sides.module.css';

interface SourcesProps {
  readonly page: Judged;
  readonly server: Judged;
  readonly readAtMs: number | null;
  /** Whether the newest reading of the server's state failed. */
  readonly failing: boolean;
  readonly told: BookView['told'] | undefined;
}

/** What each of the two watches says, of which the more dangerous is shown. */
export function Sources({ page, server, readAtMs, failing, told }: SourcesProps) {
  const { LL, locale } = useTexts();
  const words = LL.book.sources;
  const time = readAtMs === null ? '' : secondsText(readAtMs, locale);
  const serverText = () => {
    if (readAtMs === null) return words.never();
    return failing ? words.unread({ time }) : words.server({ level: shownText(shownOf(server), LL), time });
  };
  return (
    <p className={styles.sources} data-sources data-failing={failing || undefined}>
      <span>{words.page({ level: shownText(shownOf(page), LL) })}</span> <span>{serverText()}</span>{' '}
      <span>{words.rule()}</span> {told && told.working > 0 && <span>{LL.book.told.some(told)}</span>}
    </p>
  );
}
