import { strikeLook } from '#shared/sky/colours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import inputs from '#web/map/kit/mapInputs.module.css';
import type { PickedTime } from '#web/map/parts/Screen.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { clockText, spanText, timeFilterText } from '#web/sky/timeText.ts';
import { percent, runsOf } from './AgeBars.tsx';
import styles from './readouts.module.css';

export interface RateBarsProps {
  readonly sky: Pick<Sky, 'counts' | 'unknown' | 'viewStatus' | 'windowMs' | 'endMs' | 'presentMs'>;
  readonly picked: PickedTime | undefined;
  readonly onPick: (picked: PickedTime | undefined) => void;
}

const HEIGHT = 36;

/** Strikes in view, one bar per time span; unknown bars are hatched. A slider narrows the map to one bar. */
export function RateBars({ sky, picked, onPick }: RateBarsProps) {
  const { counts, unknown, viewStatus, windowMs, endMs, presentMs } = sky;
  const { LL, locale } = useTexts();
  const { bars, barsFromMs, barMs } = counts;
  const range = timeFilterText(windowMs, LL).toLocaleLowerCase(locale);
  const peak = Math.max(0, ...bars);
  const chosen = picked ? Math.round((picked.fromMs - barsFromMs) / barMs) : undefined;
  const clock = (atMs: number) => clockText(atMs, presentMs, locale);
  const down = viewStatus.kind === 'down';
  const title =
    down || viewStatus.kind === 'past'
      ? LL.map.rate.titleUntil({ range, time: clock(endMs) })
      : LL.map.rate.title({ range });
  const pickBar = (bar: number) => onPick({ fromMs: barsFromMs + bar * barMs, toMs: barsFromMs + (bar + 1) * barMs });
  const pickedText =
    picked && chosen !== undefined
      ? LL.map.rate.picked({
          from: clock(picked.fromMs),
          to: clock(picked.toMs),
          count: bars[chosen] ?? 0,
        })
      : undefined;
  return (
    <div className={styles.rate}>
      <div className={styles.rateBarsHead}>
        <span>{pickedText ?? title}</span>
        {picked ? (
          <LinkButton onClick={() => onPick(undefined)}>{LL.map.rate.all()}</LinkButton>
        ) : (
          peak > 0 && (
            <span className={styles.most}>{LL.map.rate.most({ count: peak, span: spanText(barMs, locale) })}</span>
          )
        )}
      </div>
      <div className={`${inputs.bars} ${styles.rateBars}`} data-down={down}>
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
                  fill={strikeLook('light', Math.max(0, endMs - atMs - barMs / 2)).colour}
                  data-dim={dim || count === 0}
                />
              );
            })}
        </svg>
        {runsOf(unknown).map(([from, to]) => (
          <span
            key={from}
            className={styles.rateBarsUnknown}
            style={{ insetInlineStart: percent(from / bars.length), inlineSize: percent((to - from) / bars.length) }}
            title={LL.map.rate.hatched()}
            data-unknown={to - from}
          />
        ))}
        {down && <span className={styles.gone}>{LL.map.rate.unknown()}</span>}
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
      <div className={styles.axis} aria-hidden="true">
        <span>{clock(barsFromMs)}</span>
        <span>{clock(barsFromMs + (bars.length * barMs) / 2)}</span>
        <span>{clock(endMs)}</span>
      </div>
    </div>
  );
}
