import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react';
import type { StrikeFact } from '#shared/sky/verdictOf.ts';
import { noAlertsText } from '#shared/sky/verdictText.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { Part } from '#web/map/parts/Part.tsx';
import { AgeBars } from '#web/map/readouts/AgeBars.tsx';
import { LevelIcon } from '#web/map/readouts/FeedBar.tsx';
import { SoundSwitch, type TickPlayer } from '#web/map/readouts/SoundSwitch.tsx';
import type { RenderState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import { newestStrikes } from '#web/sky/findStrikes.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { bothClocksText } from '#web/sky/timeText.ts';
import { useVerdictFormatter } from '#web/sky/useVerdict.ts';
import { FittedLine, TurningLine } from './FittedLine.tsx';
import type { WallLineProps } from './WallRotation.tsx';
import styles from './WallThird.module.css';
import type { Wall } from './wall.ts';
import { type ReportedLevel, type WallChip, type WallText, type WallTexts, wallChip, wallTextOf } from './wallText.ts';

const WallLevel = lazy(() => withinChunkTimeout(import('./WallLevel.tsx')));
const SETUP = ['mapMore'] as const;
/** A tall screen has room for two lines. */
const LEAST_SENTENCE = { wide: 0.5, tall: 0.8 };
const LEAST_TITLE = 0.9;

interface WallThirdProps extends PanelProps {
  readonly feed: LiveFeed;
  readonly display: Wall;
  readonly rendered: RenderState;
  readonly player: RefObject<TickPlayer | undefined>;
  /** The line below the sentence, while its area is known. Loads when it is first shown. */
  readonly WallLine: ComponentType<WallLineProps>;
}

/**
 * The lower third of a wall: one sentence that is readable across a room, the line below it, the legend as a timeline
 * and the clock. Without data it is inverted, so that a dead feed never looks like a quiet sky.
 */
export default function WallThird({
  feed,
  display,
  sky,
  screen,
  rendered: renderState,
  player,
  WallLine,
}: WallThirdProps) {
  const { LL, locale } = useTexts();
  const isTall = useMediaQuery('(orientation: portrait)');
  const [reportedLevel, onReported] = useState<ReportedLevel>();
  const { title, outlined, alertsSupported } = display;
  const hasLevel = alertsSupported !== undefined && display.level;
  const level = hasLevel ? (reportedLevel ?? 'awaited') : 'none';
  const lastStrike = useLastStrike(sky, alertsSupported?.needed.box);
  const { viewStatus, verdict, nowMs, presentMs, primary } = sky;
  const facts = {
    viewStatus,
    verdict,
    rendered: renderState,
    level,
    nowMs,
    simulated: sky.simulated,
    lastStrike,
  } as const;
  const formatter = useVerdictFormatter(sky);
  const wallTexts: WallTexts | undefined = formatter && { LL, ...formatter };
  const text = wallTexts && wallTextOf(facts, wallTexts);
  const chip = wallTexts && wallChip(facts, wallTexts);
  const noAlerts = formatter && primary ? noAlertsText(primary, formatter.texts) : undefined;
  // If the source does not support alerts, that comes first.
  const wallText: WallText | undefined =
    text && noAlerts && text.tone !== 'dead'
      ? { ...text, below: noAlerts, besides: [text.below, ...text.besides], isComing: false, isAtEase: false }
      : text;
  const visible = reportedLevel?.visible ?? 'unknown';
  return (
    <section
      className={styles.third}
      aria-label={LL.map.truth.label()}
      data-wall-third
      data-truth={viewStatus.kind}
      data-tone={wallText?.tone}
      data-level={hasLevel ? visible : undefined}
    >
      {hasLevel && alertsSupported && (
        <Part>
          <WallLevel feed={feed} area={alertsSupported.area} onHeld={display.onHeld} onReported={onReported} />
        </Part>
      )}
      <div className={styles.ages}>
        <AgeBars sky={sky} theme={screen.query.theme} />
      </div>
      <div className={styles.block} data-inverted={wallText?.tone === 'dead' ? '' : undefined}>
        <div className={styles.wallThirdWords}>
          <div className={styles.wallThirdState}>
            {chip && <StateChip chip={chip} />}
            {viewStatus.kind === 'past' && <strong>{bothClocksText(nowMs, presentMs, locale)}</strong>}
            {/* A dead feed is reported whichever moment is shown. */}
            {viewStatus.kind === 'past' && viewStatus.live.kind === 'down' && (
              <strong>{LL.mapMore.timeline.nowDown()}</strong>
            )}
            {viewStatus.kind === 'past' && viewStatus.byHour && <span>{LL.mapMore.timeline.byHour()}</span>}
            {sky.onLive && <CardButton onClick={sky.onLive}>{LL.mapMore.timeline.toLive()}</CardButton>}
            {sky.simulated && (
              <span className={styles.simulated} data-simulated>
                {LL.map.simulated()}
              </span>
            )}
            {title && (
              <h2 className={styles.wallThirdTitle}>
                <FittedLine texts={[title]} leastScale={LEAST_TITLE} />
              </h2>
            )}
            {primary?.attribution && <small data-source={primary.name}>{primary.attribution}</small>}
          </div>
          {wallText && (
            <p className={styles.sentence} data-line="answer">
              <FittedLine texts={wallText.sentence} leastScale={isTall ? LEAST_SENTENCE.tall : LEAST_SENTENCE.wide}>
                {wallText.level && (
                  <strong className={styles.wallThirdLevel} data-level-held={wallText.level.level}>
                    <LevelIcon size="0.9em" />
                    {wallText.level.text}
                  </strong>
                )}
              </FittedLine>
            </p>
          )}
          {wallText && (
            <p className={styles.below} data-line="rest">
              <Suspense fallback={<TurningLine lines={[wallText.below, ...wallText.besides]} nowMs={presentMs} />}>
                {outlined.kind === 'unknown' ? (
                  <UnknownArea wallText={wallText} nowMs={presentMs} />
                ) : (
                  <WallLine
                    sky={sky}
                    wallText={wallText}
                    polygons={outlined.kind === 'known' ? outlined.polygons : undefined}
                  />
                )}
              </Suspense>
            </p>
          )}
        </div>
        <WallClock nowMs={presentMs} />
      </div>
      <div className={styles.sound}>
        <SoundSwitch player={player} requested={display.sound} />
      </div>
    </section>
  );
}

/** The newest known strike in the wall's area, or in this view. Retained after its hour has been dropped. */
function useLastStrike({ strikes, box, verdict }: Sky, area: Sky['box']): StrikeFact | undefined {
  const within = area ?? box;
  const key = JSON.stringify(within);
  const [known, setKnown] = useState<Readonly<Record<string, StrikeFact>>>({});
  const isQuiet = verdict.lead.kind === 'none' || verdict.lead.kind === 'last';
  const newest = useMemo(
    () => (within && isQuiet ? newestStrikes(strikes.store, { fromMs: 0, within }, 1)[0] : undefined),
    [strikes, within, isQuiet],
  );
  const before = known[key];
  if (newest && newest.atMs > (before?.atMs ?? 0)) setKnown({ ...known, [key]: { atMs: newest.atMs, at: newest } });
  return before;
}

interface UnknownAreaProps {
  readonly wallText: WallText;
  readonly nowMs: number;
}

/** If the address has an invalid region, the wall still shows a map, and a notice. */
function UnknownArea({ wallText: { below, besides }, nowMs }: UnknownAreaProps) {
  const { LL } = useTexts();
  const own = useTextAreas(SETUP) ? [LL.mapMore.wallSetup.unknownArea()] : [];
  return <TurningLine lines={[...own, below, ...besides]} nowMs={nowMs} />;
}

interface WallClockProps {
  /** Server time. */
  readonly nowMs: number;
}

function WallClock({ nowMs }: WallClockProps) {
  const { locale } = useTexts();
  const time = dateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = dateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <time className={styles.clock} dateTime={new Date(nowMs).toISOString()}>
      <strong>{time.format(nowMs)}</strong>
      <span>{date.format(nowMs)}</span>
    </time>
  );
}

/** One shape per state, so that the states differ without colour. */
const SHAPES: Record<WallChip['kind'], ReactNode> = {
  live: (
    <>
      <circle cx="12" cy="12" r="11" opacity="0.35" />
      <circle cx="12" cy="12" r="7" />
    </>
  ),
  wait: <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="3" />,
  late: <path d="M4 4h16v16H4z" />,
  dead: <path d="M12 1 23 12 12 23 1 12z" />,
  past: <path d="M12 4v16L3 12zM22 4v16l-9-8z" />,
};

function StateChip({ chip: { kind, text } }: { readonly chip: WallChip }) {
  return (
    <strong className={styles.chip} data-chip={kind}>
      <svg viewBox="0 0 24 24" width="0.9em" height="0.9em" fill="currentColor" aria-hidden="true">
        {SHAPES[kind]}
      </svg>
      {text}
    </strong>
  );
}
