import { type ReactNode, useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { bboxContains, HOME_TOWN } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { russianGenitive } from '#shared/geo/russianGenitive.ts';
import { DAY_MS } from '#shared/time.ts';
import { viewBox } from '#web/ground/view/mapQuery.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { dateTimeFormat, type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { clockText, spanText } from '#web/sky/timeText.ts';
import { fetchHeroSky, type HeroFacts, heroFacts, heroTowns, type ReceivedSky, serverNow } from './heroFacts.ts';
import { GROUND_PICTURES, type GroundPicture, heroView, WIDE_FROM } from './heroView.ts';
import styles from './LiveSky.module.css';
import { SkyCanvas } from './SkyCanvas.ts';

interface LiveSkyProps {
  /** The visitor's position, if known. */
  readonly visitor: Position | undefined;
  readonly onKind: (kind: HeroFacts['kind']) => void;
}

const REQUEST_MS = 20_000;
const MESSAGE_MS = 5_000;
const UNHEARD: ReceivedSky = { server: undefined, receivedAtMs: 0, failed: false, strikes: [] };

/** The lightning of the last hour over the ground picture, and a summary in text. */
export default function LiveSky({ visitor, onKind }: LiveSkyProps) {
  const { LL, locale } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  // The picture for the window's width.
  const picture = useMediaQuery(WIDE_FROM) ? GROUND_PICTURES.wide : GROUND_PICTURES.tall;
  const receivedSky = useReceived(picture);
  const nowMs = useTime(receivedSky);
  const isInPicture = visitor && bboxContains(boxOf(picture), visitor.longitude, visitor.latitude);
  const facts = heroFacts(receivedSky, isInPicture ? visitor : HOME_TOWN, nowMs);
  const { kind } = facts;
  useEffect(() => onKind(kind), [kind, onKind]);
  useSkyCanvas(box, { picture, received: receivedSky, locale });
  return (
    <>
      <div ref={box} className={styles.sky} aria-hidden="true" />
      <p className={styles.facts} data-kind={kind}>
        <MessageText facts={facts} nowMs={serverNow(receivedSky, nowMs)} near={isInPicture ? 'nearYou' : 'nearHome'} />
        {receivedSky.server?.source === 'simulated' && (
          <span className={styles.simulated}>{LL.landing.hero.simulated()}</span>
        )}
      </p>
    </>
  );
}

interface MessageProps {
  readonly facts: HeroFacts;
  readonly nowMs: number;
  readonly near: 'nearYou' | 'nearHome';
}

function MessageText({ facts, nowMs, near }: MessageProps) {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  switch (facts.kind) {
    case 'starting':
      return <Chip>{texts.starting()}</Chip>;
    case 'dead':
      return (
        <>
          <Chip>
            {facts.sinceMs === null ? texts.deadEver() : texts.dead({ time: clockText(facts.sinceMs, nowMs, locale) })}
          </Chip>
          <b>{texts.mayStrike()}</b>
        </>
      );
    case 'quiet':
      return (
        <>
          <Chip>{texts.live({ span: spanText(facts.ageMs, locale) })}</Chip>
          <b>{texts.quiet()}</b>
          {facts.last && <span>{lastStormText(facts.last, nowMs, texts, locale)}</span>}
        </>
      );
    default:
      return (
        <>
          <Chip>{texts[facts.kind]({ span: spanText(facts.ageMs, locale) })}</Chip>
          {facts.count !== null && <b>{texts.hour({ count: facts.count })}</b>}
          {facts.nearestKm !== undefined && (
            <span>{texts[near]({ distance: kilometres(facts.nearestKm, texts, locale) })}</span>
          )}
        </>
      );
  }
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.chip}>
      <i />
      {children}
    </span>
  );
}

type HeroTexts = Texts['landing']['hero'];

function kilometres(km: number, texts: HeroTexts, locale: Locale): string {
  return texts.kilometres({
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km),
  });
}

type LastStorm = NonNullable<Extract<HeroFacts, { kind: 'quiet' }>['last']>;

function lastStormText({ atMs, town }: LastStorm, nowMs: number, texts: HeroTexts, locale: Locale): string {
  const when = dayText(atMs, nowMs, locale);
  if (!town) return texts.lastStorm({ when });
  const named = locale === 'ru' ? (russianGenitive(town.ru) ?? `города\u00a0${town.ru}`) : town[locale];
  return texts.lastStormNear({ when, town: named });
}

/** `today, 14:10`, `yesterday, 18:40`, `20 Nov, 14:43`. */
function dayText(atMs: number, nowMs: number, locale: Locale): string {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(nowMs) - midnight(atMs)) / DAY_MS);
  if (days > 1) return clockText(atMs, nowMs, locale);
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
  return `${day}, ${dateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(atMs)}`;
}

const boxOf = (picture: GroundPicture) => viewBox(picture, picture.width, picture.height);

/** Polls every `REQUEST_MS` while the page is visible. Failed requests leave the known data unchanged. */
function useReceived(picture: GroundPicture): ReceivedSky {
  const [receivedSky, setReceived] = useState(UNHEARD);
  useEffect(() => {
    const leaving = new AbortController();
    const hear = async () => {
      const reported = await fetchHeroSky(picture, leaving.signal).catch(() => undefined);
      if (leaving.signal.aborted) return;
      setReceived((before) =>
        reported ? { ...reported, receivedAtMs: systemClock.now(), failed: false } : { ...before, failed: true },
      );
    };
    const refresh = () => {
      if (document.visibilityState === 'visible') void hear();
    };
    void hear();
    const timer = setInterval(refresh, REQUEST_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [picture]);
  return receivedSky;
}

/** This device's time, in steps of the text's update interval; updated at once when new data arrives. */
function useTime(receivedSky: ReceivedSky): number {
  const [nowMs, setNowMs] = useState(() => systemClock.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data updates the time at once
  useEffect(() => {
    setNowMs(systemClock.now());
    const timer = setInterval(() => setNowMs(systemClock.now()), MESSAGE_MS);
    return () => clearInterval(timer);
  }, [receivedSky]);
  return Math.max(nowMs, receivedSky.receivedAtMs);
}

interface SkyCanvasInput {
  readonly picture: GroundPicture;
  readonly received: ReceivedSky;
  readonly locale: Locale;
}

/** Draws outside React, because every new strike changes only a few pixels. */
function useSkyCanvas(
  box: { readonly current: HTMLDivElement | null },
  { picture, received: receivedSky, locale }: SkyCanvasInput,
): void {
  const canvas = useRef<SkyCanvas | undefined>(undefined);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const skyCanvas = new SkyCanvas(element, {
      viewIn: (size) => heroView(picture, size),
      towns: heroTowns.map((town) => ({ ...town, name: town[locale] })),
      isStill: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
    canvas.current = skyCanvas;
    const sizes = new ResizeObserver(() => skyCanvas.resize());
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      skyCanvas.end();
    };
  }, [box, picture, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture or language is another canvas
  useEffect(() => {
    if (receivedSky.server) canvas.current?.show(receivedSky.strikes, serverNow(receivedSky, systemClock.now()));
  }, [receivedSky, picture, locale]);
}
