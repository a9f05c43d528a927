import { useTexts } from '#web/i18n/index.ts';
import styles from './MapLoading.module.css';

/** A placeholder for the map: same title, same height, so that nothing moves when the map arrives. */
export function MapLoading() {
  const { LL } = useTexts();
  return (
    <div className={styles.frame}>
      <h1 className={styles.title}>{LL.map.title()}</h1>
      <div className={styles.box} role="status">
        <span className="spinner" aria-hidden="true" />
        {LL.map.loading()}
        <noscript>{LL.noScript.map()}</noscript>
      </div>
    </div>
  );
}
