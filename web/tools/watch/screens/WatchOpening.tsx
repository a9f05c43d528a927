import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/watch/setup/Setup.module.css';

/** What stands on the page until its program knows what to watch. */
export function WatchOpening() {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.watch.title()}</h1>
      <p>{LL.watch.lead()}</p>
      <p role="status" data-opening>
        {LL.watch.loading()}
      </p>
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}
