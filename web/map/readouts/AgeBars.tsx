import { type MapTheme, sparkColours, strikeLook } from '#shared/sky/colours.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { clockText, timeFilterText } from '#web/sky/timeText.ts';
import styles from './readouts.module.css';

export interface AgeBarsProps {
  readonly sky: Pick<Sky, 'counts' | 'unknown' | 'viewStatus' | 'windowMs' | 'endMs' | 'presentMs'>;
  readonly theme: MapTheme;
}

/** Strikes up to this age are new; the legend underlines it. */
const NEW_MS = 5 * MINUTE_MS;
const HEIGHT = 100;

/**
 * The legend of ages as a timeline: strikes in view, a bar a minute of the last hour (or a sixtieth of another window),
 * in the map's colour for this age. Unknown bars are hatched; a quiet sky leaves the even ramp. As large as its
 * container, which also sets the size of the ticks' text.
 */
export function AgeBars({ sky, theme }: AgeBarsProps) {
  const { counts, unknown, viewStatus, windowMs, endMs, presentMs } = sky;
  const { LL, locale } = useTexts();
  const { bars, barsFromMs, barMs } = counts;
  const spanMs = bars.length > 0 ? bars.length * barMs : windowMs;
  const peak = Math.max(0, ...bars);
  const isPast = viewStatus.kind === 'past';
  // With a dead feed, nothing may look like current data.
  const isDataLost = viewStatus.kind === 'down' || bars.length === 0;
  const visibleBars = bars
    .map((count, bar) => ({ count, bar, atMs: barsFromMs + bar * barMs }))
    .filter(({ count }) => count > 0)
    .map((bar) => ({ ...bar, ageMs: Math.max(0, endMs - bar.atMs - barMs / 2) }));
  const gaps = isDataLost
    ? [[0, 1] as const]
    : runsOf(unknown).map(([from, to]) => [from / bars.length, to / bars.length]);
  const range = timeFilterText(windowMs, LL).toLocaleLowerCase(locale);
  const until = clockText(endMs, presentMs, locale);
  return (
    <div
      className={styles.ages}
      role="img"
      aria-label={isPast ? LL.map.rate.titleUntil({ range, time: until }) : LL.map.rate.title({ range })}
      data-age-bars
    >
      <div className={styles.ageBars}>
        {!isDataLost && (
          <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {visibleBars.map(({ count, bar, atMs, ageMs }) => {
              const height = 8 + ((HEIGHT - 8) * count) / peak;
              // Yellow on a light ground needs an edge, as on the map.
              const edge = theme === 'light' && ageMs <= NEW_MS ? sparkColours.light.casing : undefined;
              return (
                <rect
                  key={atMs}
                  x={bar + 0.16}
                  y={HEIGHT - height}
                  width={0.68}
                  height={height}
                  fill={strikeLook(theme, ageMs).colour}
                  stroke={edge}
                />
              );
            })}
          </svg>
        )}
        {gaps.map(([from = 0, to = 1]) => (
          <span
            key={from}
            className={styles.ageBarsUnknown}
            style={{ insetInlineStart: percent(from), inlineSize: percent(to - from) }}
            title={LL.map.rate.hatched()}
            data-unknown={isDataLost ? 'all' : Math.round((to - from) * bars.length)}
          />
        ))}
      </div>
      <div className={styles.ramp} style={{ background: isDataLost ? undefined : ramp(theme, windowMs) }}>
        {windowMs <= HOUR_MS && !isDataLost && (
          <span className={styles.new} style={{ inlineSize: percent(Math.min(1, NEW_MS / spanMs)) }} />
        )}
      </div>
      <div className={styles.ticks}>
        {ticksOf(windowMs).map((tickMs, at) => (
          <span key={tickMs} style={{ insetInlineStart: at === 0 ? 0 : percent((spanMs - tickMs) / spanMs) }}>
            {tickText(tickMs, at === 0, locale)}
          </span>
        ))}
        <strong>{isPast ? until : nowText(locale)}</strong>
      </div>
    </div>
  );
}

export const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** The colours of all ages of the window, from its beginning to now. */
function ramp(theme: MapTheme, windowMs: number): string {
  const shares = Array.from({ length: 49 }, (_, step) => step / 48);
  const stops = shares.map((share) => `${strikeLook(theme, windowMs * (1 - share)).colour} ${percent(share)}`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Ages with a label, the oldest first: 60, 30, 15 and 5 min of an hour. */
function ticksOf(windowMs: number): number[] {
  if (windowMs === HOUR_MS) return [60, 30, 15, 5].map((minutes) => minutes * MINUTE_MS);
  return windowMs < HOUR_MS ? [windowMs, windowMs / 2] : [windowMs, windowMs / 2, windowMs / 4];
}

/** The first with its unit: `60 min`, `30`. */
function tickText(ageMs: number, hasUnit: boolean, locale: string): string {
  const [amount, unit] = ageMs <= HOUR_MS ? [ageMs / MINUTE_MS, 'minute'] : [ageMs / HOUR_MS, 'hour'];
  const style = hasUnit || unit === 'hour' ? ({ style: 'unit', unit, unitDisplay: 'short' } as const) : {};
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 1 }).format(amount);
}

/** `now` */
const nowText = (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');

/** Returns the runs of true values, as `[from, to)`. */
export function runsOf(flags: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  flags.forEach((flag, index) => {
    const last = runs.at(-1);
    if (flag && last?.[1] === index) last[1] = index + 1;
    else if (flag) runs.push([index, index + 1]);
  });
  return runs;
}
