import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/query/query.module.css';

export function LookUpHelp() {
  const texts = useTexts().LL.lookUp.research;
  return (
    <details className={styles.queryHelp}>
      <summary>{texts.title()}</summary>
      <p>
        {texts.schultz()} <cite>Schultz et al. 2019, doi:10.3390/fire2020018</cite>
      </p>
      <p>
        {texts.nampak()} <cite>Nampak et al. 2021, doi:10.3390/fire4010010</cite>
      </p>
      <p>{texts.network()}</p>
    </details>
  );
}
