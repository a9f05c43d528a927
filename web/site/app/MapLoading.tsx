import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './MapLoading.module.css';

/** A placeholder for the map: the same title, bar and map, so that nothing moves when the map arrives. */
export function MapLoading() {
  const { LL } = useTexts();
  return (
    <div className={styles.frame}>
      <h1 className={styles.title}>{LL.map.title()}</h1>
      <div className={styles.panel}>
        <div className={styles.bar} role="status" data-loading>
          <span className="spinner" aria-hidden="true" />
          <strong>{LL.map.loading()}</strong>
          <noscript>{LL.noScript.map()}</noscript>
          <LoadingHelp />
        </div>
        <div className={styles.map} data-map-frame="loading">
          <p className={styles.about}>{LL.head.map.description()}</p>
        </div>
      </div>
    </div>
  );
}

/** The same for a map in a page of others: it has to be told from a map without strikes even when it is 300 px wide. */
export function EmbedLoading() {
  const { LL } = useTexts();
  return (
    <div className={styles.embed}>
      <h1 className="visually-hidden">{LL.map.title()}</h1>
      <div className={styles.bar} role="status" data-loading>
        <span className="spinner" aria-hidden="true" />
        <strong>{LL.map.loading()}</strong>
      </div>
      <p className={styles.about}>
        <LoadingHelp />
        <br />
        <noscript>{LL.noScript.map()}</noscript> {LL.head.map.description()}
      </p>
    </div>
  );
}

/** Help that shows by itself after 15 s of loading, also where no script has arrived. Its room is kept from the start. */
function LoadingHelp() {
  const words = useTexts().LL.map;
  return (
    <span className={styles.help} data-loading-help>
      {words.slow()} {/* biome-ignore lint/a11y/useValidAnchor: this address again, with no script to ask for it */}
      <a href="">{words.notDrawn.reload()}</a>
    </span>
  );
}

/** Where the map would be, for a preview that stays because the map failed. */
export function MapMissing() {
  return (
    <div className={styles.frame} aria-hidden="true">
      <div className={styles.panel}>
        <div className={styles.map} data-map-frame="missing" />
      </div>
    </div>
  );
}
