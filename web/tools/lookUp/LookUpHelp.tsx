import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/query/AskScreen.module.css';

export function LookUpHelp() {
  const words = useTexts().LL.lookUp.research;
  return (
    <details className={styles.help}>
      <summary>{words.title()}</summary>
      <p>
        {words.schultz()} <cite>Schultz et al. 2019, doi:10.3390/fire2020018</cite>
      </p>
      <p>
        {words.nampak()} <cite>Nampak et al. 2021, doi:10.3390/fire4010010</cite>
      </p>
      <p>{words.network()}</p>
    </details>
  );
}
