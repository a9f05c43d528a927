import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/ask/AskScreen.module.css';

/** FIRMS asks for the first, and for a link to the second. */
const FIRMS = 'https://www.earthdata.nasa.gov/data/tools/firms';
const DISCLAIMER = 'https://www.earthdata.nasa.gov/learn/find-data/near-real-time/citation';

/** What the figures mean, what they do not, and whose hotspots they are. */
export function FiresHelp() {
  const words = useTexts().LL.fireList.notes;
  return (
    <div className={styles.help}>
      <details>
        <summary>{words.title()}</summary>
        <p>{words.chance()}</p>
        <p>{words.states()}</p>
        <p>{words.seen()}</p>
        <p>{words.drawn()}</p>
        <p>{words.districts()}</p>
      </details>
      <p>
        {words.credit()} <a href={FIRMS}>FIRMS</a> · <a href={DISCLAIMER}>{words.disclaimer()}</a>
      </p>
    </div>
  );
}
