import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import card from '#web/map/kit/MapLegend.module.css';
import type { FiresSight } from '#web/sky/fires/firesSight.ts';
import { clockText } from '#web/sky/words/timeText.ts';
import styles from './FiresLegend.module.css';
import { FIRE_AGES_MS } from './fireFeatures.ts';

interface FiresLegendProps {
  readonly theme: MapTheme;
  readonly sight: FiresSight;
  readonly nowMs: number;
  /** A fire is open: on a phone it needs the room. */
  readonly open: boolean;
}

/** What the discs mean. While no satellite tells what is new, the map is hatched, and this says since when. */
export function FiresLegend({ theme, sight: { kind, newestMs }, nowMs, open }: FiresLegendProps) {
  const { LL, locale } = useTexts();
  const words = LL.fireList.legend;
  const { fires, staticFire, answer } = mapColours[theme];
  const [recent, day, days] = FIRE_AGES_MS.map((ms) => ms / 3_600_000);
  const ages = [
    words.hours({ hours: recent ?? 0 }),
    words.hours({ hours: day ?? 0 }),
    words.days({ days: (days ?? 0) / 24 }),
    words.older(),
  ];
  const isUnread = kind === 'late' || kind === 'dead' || kind === 'none';
  const disc = (colour: string | undefined) => <i style={{ background: colour, borderColor: answer }} />;
  return (
    <>
      {isUnread && <div className={styles.hatch} aria-hidden="true" data-fires-unread />}
      <figure className={`${card.legend} ${styles.legend}`} data-open={open && !isUnread} data-fires-legend>
        {isUnread && (
          <strong>
            {newestMs === undefined ? words.neverRead() : words.unread({ time: clockText(newestMs, nowMs, locale) })}
          </strong>
        )}
        <figcaption className={styles.said}>{words.title()}</figcaption>
        <ol>
          {ages.map((text, step) => (
            <li key={text}>
              {disc(fires[step])}
              {text}
            </li>
          ))}
        </ol>
        <span className={styles.static}>
          {disc(staticFire)}
          {words.static()}
        </span>
        <span className={styles.said}>{words.size()}</span>
      </figure>
    </>
  );
}
