import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import type { Area, AreaChange } from '#shared/watch/Area.ts';
import { useUndrawable } from '#web/ground/picture/visiblePicture.ts';
import { fillScreen, useRenewal, useWakeLock, useWallDisplay } from '#web/kit/browser/useWallDisplay.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Facts } from './Facts.tsx';
import { Scope } from './Scope.tsx';
import { StateBanner, type VisibleCause } from './StateBanner.tsx';
import { ReturnChances } from './skill/lazySkill.tsx';
import { type ArmedAlarm, urgencyOf, useAlarm } from './useAlarm.ts';
import type { WatchedStep } from './useWatchedArea.ts';
import styles from './watch.module.css';
import { changeText, displayedLevelOf, levelText } from './watchTexts.ts';

const RENDER_STEP_MS = 5_000;

/** The panel's display mode, and its navigation. */
export interface PanelView {
  readonly wall: boolean;
  readonly onWall: (isRequested: boolean) => void;
  /** True while the map is next to it. */
  readonly onMap: boolean;
  readonly showMap: (isRequested: boolean) => void;
  readonly onAnother: () => void;
}

export interface SafetyPanelProps {
  readonly name: string;
  readonly area: Area;
  readonly watched: WatchedStep;
  readonly cause: VisibleCause;
  readonly panelView: PanelView;
  readonly urgent?: ReactNode;
  readonly changes: ReactNode;
  /** Not shown on a wall display. */
  readonly more?: ReactNode;
}

export function Panel({ name, area, watched, cause, panelView, urgent, changes, more }: SafetyPanelProps) {
  const { LL } = useTexts();
  const { wall, onMap, showMap } = panelView;
  const undrawable = useUndrawable();
  const { state, sighting, view } = watched;
  const displayedLevel = displayedLevelOf(state);
  const offsetMs = view.feed?.providerOffsetMs ?? 0;
  const sentenceOf = useSentences(area, offsetMs);
  const title = `${levelText(displayedLevel, LL)} · ${name}`;
  const alarm = useAlarm({ visible: displayedLevel, changes: watched.changes, title, sentenceOf });
  const armed = alarm.sound !== 'off' && alarm.sound !== 'failed';
  const { idle, awake: wallAwake } = useWallDisplay(wall);
  const armedAwake = useWakeLock(armed && !wall);
  useRenewal({
    wall,
    idle,
    build: view.build,
    // A reloaded page is silent, and has no data for a moment.
    healthy: !armed && state.dataStatus === 'seen' && state.level === 'clear',
    outdated: view.outdated,
  });
  // Visitors from the foot of the setup must see the state first; with the map next to it, all of both.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content's height changes
  useEffect(() => {
    // In new browsers it returns a promise, which an effect must not return.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [onMap]);
  const arming = <Arming alarm={alarm} awake={wall ? wallAwake : armedAwake} />;
  const { service, outdoors } = LL.watch.notice;
  return (
    <div className={styles.panel} data-watch={displayedLevel} data-wall={wall} data-idle={idle}>
      <StateBanner name={name} area={area} watched={watched} cause={cause} offsetMs={offsetMs} isTitle={wall || !onMap}>
        <Suspense>
          {displayedLevel === 'stop' && <ReturnChances area={area} state={state} className={styles.later} />}
        </Suspense>
      </StateBanner>
      {urgent}
      {!wall && arming}
      <div className={styles.panelParts}>
        <Facts area={area} watched={watched} offsetMs={offsetMs}>
          {!wall && (onMap || !undrawable) && (
            <Button onClick={() => showMap(!onMap)}>{onMap ? LL.watch.leaveMap() : LL.watch.showMap()}</Button>
          )}
        </Facts>
        {(wall || !onMap || undrawable) && (
          <Scope
            ringsKm={area.ringsKm}
            isPoint={area.shape.type === 'Point'}
            strikes={sighting.strikes}
            nowMs={Math.ceil((sighting.nowMs + offsetMs) / RENDER_STEP_MS) * RENDER_STEP_MS}
          />
        )}
        {changes}
      </div>
      <Announcements changes={watched.changes} sentenceOf={sentenceOf} />
      {!wall && more}
      <div className={styles.panelFoot}>
        {view.source === 'simulated' && <p className={styles.simulated}>{LL.watch.simulated()}</p>}
        {wall && arming}
        <Actions alarm={alarm} panelView={panelView} />
        <p className={styles.notice}>
          {service()} {outdoors()}
        </p>
      </div>
    </div>
  );
}

export function useSentences({ ringsKm }: Area, offsetMs: number): (change: AreaChange) => string {
  const { LL, locale } = useTexts();
  return useCallback(
    (change) => changeText(change, { LL, locale, ringsKm, offsetMs }),
    [LL, locale, ringsKm, offsetMs],
  );
}

interface AnnouncementsProps {
  readonly changes: readonly AreaChange[];
  readonly sentenceOf: (change: AreaChange) => string;
}

function Announcements({ changes, sentenceOf }: AnnouncementsProps) {
  return (['assertive', 'polite'] as const).map((urgency) => {
    const areaChange = changes.find((change) => urgencyOf(change) === urgency);
    return (
      <p key={urgency} className="visually-hidden" aria-live={urgency} data-said={urgency}>
        {areaChange && sentenceOf(areaChange)}
      </p>
    );
  });
}

interface ArmingProps {
  readonly alarm: ArmedAlarm;
  readonly awake: boolean;
}

function Arming({ alarm: { sound, toggle }, awake }: ArmingProps) {
  const { LL } = useTexts();
  const texts = LL.watch.sound;
  const armed = sound === 'on';
  return (
    <div className={styles.arming}>
      <Button kind="primary" aria-pressed={armed} onClick={toggle}>
        {armed ? texts.off() : texts.on()}
      </Button>
      <p className={styles.panelStatus} role="status">
        {armed && `${texts.armed()} ${awake ? texts.awake() : texts.asleep()}`}
        {sound === 'blocked' && texts.blocked()}
        {sound === 'failed' && texts.failed()}
      </p>
    </div>
  );
}

interface ActionsProps extends Pick<SafetyPanelProps, 'panelView'> {
  readonly alarm: ArmedAlarm;
}

function Actions({
  alarm: { notifications, requestPermission },
  panelView: { wall, onWall, onAnother },
}: ActionsProps) {
  const { LL } = useTexts();
  const texts = LL.watch.sound;
  const rotateWall = () => {
    fillScreen(!wall);
    onWall(!wall);
  };
  return (
    <div className={styles.panelActions}>
      {notifications === 'default' && <Button onClick={requestPermission}>{texts.notify()}</Button>}
      <Button onClick={rotateWall}>{wall ? LL.watch.leaveWall() : LL.watch.wall()}</Button>
      {!wall && <Button onClick={onAnother}>{LL.watch.another()}</Button>}
      {(notifications === 'granted' || notifications === 'denied') && (
        <p className={styles.panelStatus}>{notifications === 'granted' ? texts.notified() : texts.refused()}</p>
      )}
    </div>
  );
}
