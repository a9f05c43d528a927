import { useTexts } from '#web/i18n/index.ts';
import type { WindowCounts } from '#web/strikes/windowCounts.ts';
import { LinkButton } from '../kit/LinkButton.tsx';
import type { PickedTime } from '../parts/Screen.ts';
import { timeFilterText } from '../words/timeFilterText.ts';
import styles from './RateBars.module.css';

export interface RateBarsProps {
  readonly counts: WindowCounts;
  readonly windowMs: number;
  readonly picked: PickedTime | undefined;
  readonly onPick: (picked: PickedTime | undefined) => void;
}

const HEIGHT = 36;

/** Strikes in view over the window, one bar per time span. A slider over them narrows the map to one bar. */
export function RateBars({ counts, windowMs, picked, onPick }: RateBarsProps) {
  const { LL, locale } = useTexts();
  const { bars, barsFromMs, barMs } = counts;
  const range = timeFilterText(windowMs, LL).toLocaleLowerCase(locale);
  const peak = Math.max(0, ...bars);
  const chosen = picked ? Math.round((picked.fromMs - barsFromMs) / barMs) : undefined;
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const pickBar = (bar: number) => onPick({ fromMs: barsFromMs + bar * barMs, toMs: barsFromMs + (bar + 1) * barMs });
  const pickedText =
    picked && chosen !== undefined
      ? LL.map.rate.picked({
          from: clock.format(picked.fromMs),
          to: clock.format(picked.toMs),
          count: bars[chosen] ?? 0,
        })
      : undefined;
  return (
    <div className={styles.rate}>
      <div className={styles.head}>
        <span>{pickedText ?? LL.map.rate.title({ range })}</span>
        {picked ? (
          <LinkButton onClick={() => onPick(undefined)}>{LL.map.rate.all()}</LinkButton>
        ) : (
          peak > 0 && <span className={styles.most}>{LL.map.rate.most({ count: peak })}</span>
        )}
      </div>
      <div className={styles.bars}>
        <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {bars
            .map((count, bar) => ({ count, bar, atMs: barsFromMs + bar * barMs }))
            .map(({ count, bar, atMs }) => {
              const height = count === 0 ? 0.6 : 2 + ((HEIGHT - 2) * count) / peak;
              const dim = chosen !== undefined && chosen !== bar;
              return (
                <rect
                  key={atMs}
                  x={bar + 0.12}
                  y={HEIGHT - height}
                  width={0.76}
                  height={height}
                  data-dim={dim || count === 0}
                />
              );
            })}
        </svg>
        <input
          type="range"
          min={0}
          max={bars.length - 1}
          value={chosen ?? bars.length - 1}
          aria-label={LL.map.rate.pick()}
          aria-valuetext={pickedText ?? LL.map.rate.all()}
          onChange={(event) => pickBar(Number(event.target.value))}
          onKeyDown={(event) => event.key === 'Escape' && onPick(undefined)}
        />
      </div>
    </div>
  );
}
