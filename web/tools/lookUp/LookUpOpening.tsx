import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/ask/AskScreen.module.css';
import { LookUpHelp } from './LookUpHelp.tsx';

/** What stands on the page until its program has come. */
export function LookUpOpening() {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.lookUp.title()}</h1>
      <p>{LL.lookUp.lead()}</p>
      <p role="status" data-opening>
        {LL.lookUp.loading()}
      </p>
      <noscript>
        <p>{LL.lookUp.noScript()}</p>
      </noscript>
      <LookUpHelp />
    </div>
  );
}
