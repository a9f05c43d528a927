import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import { bboxWithin } from '#shared/geo/BBox.ts';
import type { Span } from '#shared/time.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { CardButton, CloseButton } from '#web/map/kit/buttons.tsx';
import inputs from '#web/map/kit/mapInputs.module.css';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { systemTimers } from '#web/sky/FeedConnection.ts';
import { drawPast, type Past, showPast } from '#web/sky/Playhead.ts';
import { onceAtRest } from '#web/sky/past/PastStrikes.ts';
import {
  afterSilence,
  PAST_WINDOWS_MS,
  PLAY_RATES_MS,
  pastBounds,
  REPLAY_MS,
  withinBounds,
} from '#web/sky/past/timeline.ts';
import { bothClocksText, clockText, spanText } from '#web/sky/timeText.ts';
import styles from './Timeline.module.css';
import { TimelineTrack } from './TimelineTrack.tsx';
import { type CountsState, useCounts, useMoment, usePastCells, usePastView, usePlaying } from './usePastView.ts';

const AREAS = ['mapMore'] as const;
/** Texts wait until the moment rests; the rendering follows it at once. */
const REPORT_AFTER = { restMs: 300, mostMs: 1_000 };
const ALL_MISSING: readonly Span[] = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]];

interface TimelineProps extends PanelProps {
  readonly focused: boolean;
  readonly onClose: () => void;
}

export default function Timeline(props: TimelineProps) {
  return useTextAreas(AREAS) ? <Opened {...props} /> : null;
}

function Opened({ sky, screen, focused, onClose }: TimelineProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapMore.timeline;
  const { box, home, clock } = sky;
  const { wall } = screen.query;
  const nowMs = useNow(clock, 60_000);
  const bounds = useMemo(() => pastBounds(nowMs), [nowMs]);
  const { moment, tooOld, change, end } = useMoment(bounds);
  const { atMs, windowMs } = moment;
  const counts = useCounts(box, home, bounds);
  // Skips time that is known to be quiet. At faster rates such time passes quickly anyway.
  const loudAfter = (next: number) =>
    counts.kind === 'known' && playing.rateMs <= PLAY_RATES_MS[1]
      ? afterSilence(next, windowMs, bounds, counts.known)
      : next;
  const held = useRef(false);
  const playing = usePlaying({
    atMs,
    isHeld: () => held.current,
    toMs: bounds.toMs,
    onStep: (next) => go(next === undefined ? next : withinBounds(loudAfter(next), bounds)),
  });
  const view = usePastView(clock, sky, moment, playing);
  held.current = view?.held ?? false;
  const { pick, moment: playhead } = screen;
  const restsAtMs = useSnapshot(playhead).past?.atMs;
  const cellsThen = usePastCells(playing.playing ? undefined : restsAtMs);
  const reportedCells = restsAtMs === atMs ? cellsThen : undefined;
  const [reporting] = useState(() => {
    const notify = (past: Past | undefined) => showPast(playhead, past);
    return onceAtRest(notify, REPORT_AFTER, { clock: systemClock, timers: systemTimers });
  });
  const go = (next: number | undefined) => {
    pick(undefined);
    change({ atMs: next });
  };
  const onLive = useCallback(() => {
    pick(undefined);
    change({ atMs: undefined });
  }, [pick, change]);
  const atHome = box !== undefined && home !== undefined && bboxWithin(box, home);
  useEffect(() => {
    if (atMs === undefined) return reporting.pass(undefined);
    if (!view) return;
    const known = counts.kind === 'known';
    drawPast(playhead, { atMs, windowMs, hours: view.hours });
    reporting.pass({
      ...view,
      atMs,
      windowMs,
      whole: view.complete && known && atHome,
      gaps: known ? [...counts.known.gaps, ...view.gaps] : ALL_MISSING,
      reportedCells,
      onLive,
    });
  }, [reporting, playhead, atMs, windowMs, view, counts, atHome, reportedCells, onLive]);
  useEffect(
    () => () => {
      reporting.cancel();
      showPast(playhead, undefined);
    },
    [reporting, playhead],
  );
  const close = () => {
    end();
    onClose();
  };
  const note = tooOld ? texts.tooOld() : noteOf(counts, texts);
  return (
    <>
      {wall && atMs !== undefined && <PastAlarm time={clockText(atMs, sky.presentMs, locale)} />}
      <section className={styles.timeline} aria-label={texts.title()} data-timeline>
        <div className={styles.timelineHead}>
          <strong className={styles.moment}>
            {atMs === undefined ? texts.now() : bothClocksText(atMs, 0, locale)}
          </strong>
          <WindowChoice windowMs={windowMs} onChoose={(chosenMs) => change({ windowMs: chosenMs })} />
          <PlayControls
            {...playing}
            onToggle={() => {
              if (!playing.playing && atMs === undefined) go(bounds.toMs - REPLAY_MS);
              playing.setPlaying(!playing.playing);
            }}
          />
          <CloseButton name={texts.close()} onClick={close} />
        </div>
        <TimelineTrack
          bounds={bounds}
          moment={moment}
          focused={focused}
          known={counts.kind === 'known' ? counts.known : undefined}
          onGo={(next) => {
            playing.setPlaying(false);
            go(next);
          }}
        />
        <p className={styles.timelineNote}>
          {[...(view?.hours ? [texts.byHour()] : []), note ?? texts.hatched()].join(' · ')}
        </p>
      </section>
    </>
  );
}

function noteOf(
  { kind }: CountsState,
  texts: ReturnType<typeof useTexts>['LL']['mapMore']['timeline'],
): string | undefined {
  if (kind === 'loading') return texts.loading();
  if (kind === 'failed') return texts.failed();
  return kind === 'outside' ? texts.outside() : undefined;
}

interface PastAlarmProps {
  readonly time: string;
}

function PastAlarm({ time }: PastAlarmProps) {
  const { LL } = useTexts();
  return (
    <p className={styles.alarm} data-past-alarm>
      <strong>{LL.mapMore.timeline.alarm()}</strong>
      <span>{LL.mapMore.timeline.alarmAt({ time })}</span>
    </p>
  );
}

interface PlayControlsProps {
  readonly playing: boolean;
  readonly rateMs: number;
  readonly setRateMs: (rateMs: number) => void;
  readonly onToggle: () => void;
}

function PlayControls({ playing, rateMs, setRateMs, onToggle }: PlayControlsProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapMore.timeline;
  const id = useId();
  return (
    <>
      <CardButton onClick={onToggle}>{playing ? texts.pause() : texts.play()}</CardButton>
      <label className={`${styles.timelineChoice} ${inputs.inputs}`} htmlFor={id}>
        {texts.rate()}
        <select id={id} value={rateMs} onChange={({ target }) => setRateMs(Number(target.value))}>
          {PLAY_RATES_MS.map((offeredMs) => (
            <option key={offeredMs} value={offeredMs}>
              {texts.perSecond({ span: spanText(offeredMs, locale) })}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface WindowChoiceProps {
  readonly windowMs: number;
  readonly onChoose: (windowMs: number) => void;
}

function WindowChoice({ windowMs, onChoose }: WindowChoiceProps) {
  const { LL, locale } = useTexts();
  const id = useId();
  return (
    <label className={`${styles.timelineChoice} ${inputs.inputs}`} htmlFor={id}>
      {LL.mapMore.timeline.window()}
      <select id={id} value={windowMs} onChange={({ target }) => onChoose(Number(target.value))}>
        {PAST_WINDOWS_MS.map((offeredMs) => (
          <option key={offeredMs} value={offeredMs}>
            {spanText(offeredMs, locale)}
          </option>
        ))}
      </select>
    </label>
  );
}
