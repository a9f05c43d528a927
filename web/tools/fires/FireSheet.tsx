import { useEffect, useMemo, useRef } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { FireBody } from '#shared/fires/bodies.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import { PICTURE_CREDIT, type Picture } from '#web/ground/picture/Picture.ts';
import { ResultPicture, usePointedLine } from '#web/ground/picture/ResultPicture.tsx';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/usePlaceEntry.ts';
import { useHref, usePathname } from '#web/kit/routing/PageLink.tsx';
import { parsePath, pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import type { FireDataStatus, FireSources } from '#web/sky/fires/currentFires.ts';
import { distanceText } from '#web/sky/placeText.ts';
import { bothClocksText, spanText } from '#web/sky/timeText.ts';
import { formatFireAddress } from '#web/tools/fires/fireText.ts';
import { candidateHref } from '#web/tools/lookUp/CandidateList.tsx';
import lists from '#web/tools/lookUp/LookUpResults.module.css';
import { DEFAULT_DAYS, DEFAULT_RADIUS_KM, formatLookUpAddress } from '#web/tools/lookUp/lookUpAddress.ts';
import { ExportPanel, FactRows } from '#web/tools/query/ExportPanel.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import resultStyles from '#web/tools/query/query.module.css';
import { type FireTables, rankedCandidates } from './FireList.tsx';
import styles from './Fires.module.css';
import { fireDistrictText, fireTownText, leadText, powerText, sharePercent, verdictText } from './fireText.ts';

interface FireCandidatesProps {
  readonly fire: FireBody;
  readonly strikes: readonly (Strike | undefined)[] | undefined;
  readonly nowMs: number;
}

/** The lightning that may have caused a fire, numbered as on the map. */
function FireCandidates({ fire, strikes, nowMs }: FireCandidatesProps) {
  const texts = useTexts().LL.fires.candidate;
  const ranked = rankedCandidates(fire);
  if (ranked.length === 0) return null;
  return (
    <>
      <h3>{texts.title({ count: ranked.length })}</h3>
      <ol className={lists.candidates}>
        {ranked.map((candidate, index) => (
          <Candidate
            key={candidate.strikeId}
            fire={fire}
            candidate={candidate}
            strike={strikes?.[index]}
            rank={index + 1}
            nowMs={nowMs}
          />
        ))}
      </ol>
    </>
  );
}

interface CandidateProps extends Pick<FireCandidatesProps, 'fire' | 'nowMs'> {
  readonly candidate: FireBody['candidates'][number];
  readonly strike: Strike | undefined;
  readonly rank: number;
}

function Candidate({ fire, candidate, strike, rank, nowMs }: CandidateProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.candidate;
  const { locale: named } = parsePath(usePathname());
  return (
    <li data-candidate {...usePointedLine<HTMLLIElement>(candidate.strikeId)}>
      <p>
        <strong>{distanceText(candidate.distanceKm, LL, locale)}</strong>, {leadText(candidate, fire, LL, locale)}
      </p>
      <p className={lists.when}>{bothClocksText(Date.parse(candidate.timestamp), nowMs, locale)}</p>
      <p className={lists.share}>
        {texts.share({ share: sharePercent(candidate.share, LL, locale) })}
        {strike && (
          <a
            href={candidateHref({ ...strike, timestamp: isoMillis(strike.atMs) }, named, nowMs)}
            aria-label={texts.mapOf({ rank })}
          >
            {texts.onMap()}
          </a>
        )}
      </p>
    </li>
  );
}

interface FirePictureProps {
  readonly fire: FireBody;
  readonly strikes: readonly (Strike | undefined)[];
}

/** The fire and its candidates by their numbers: on the map, and in print. */
function FirePicture({ fire: { latitude, longitude }, strikes }: FirePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfHotspots({ latitude, longitude }, strikes, (km) => distanceText(km, LL, locale)),
    [latitude, longitude, strikes, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <ResultPicture picture={picture} label={LL.fires.picture()} kmText={(km) => distanceText(km, LL, locale)} />
    </div>
  );
}

const NEAR_KM = 2;
const SEARCHED_KM = 10;

export function pictureOfHotspots(
  fire: Position,
  strikes: readonly (Strike | undefined)[],
  kmText: (km: number) => string,
): Picture {
  const { latitude, longitude } = fire;
  // The map fits everything in the picture: distance rings without lightning would squeeze the rest.
  const isNear = strikes.every((strike) => !strike || distanceKm(strike, fire) <= NEAR_KM);
  return {
    shape: { type: 'Point', coordinates: [longitude, latitude] },
    circles: (isNear ? [NEAR_KM] : [NEAR_KM, SEARCHED_KM]).map((km) => ({ km, label: kmText(km) })),
    points: strikes.flatMap((strike, index) =>
      strike
        ? [{ id: strike.id, latitude: strike.latitude, longitude: strike.longitude, label: String(index + 1) }]
        : [],
    ),
  };
}

/** NASA's names; `modis` is one file from two satellites. */
const NAMES: Readonly<Record<string, string>> = {
  'suomi-npp': 'Suomi NPP (VIIRS)',
  'noaa-20': 'NOAA-20 (VIIRS)',
  'noaa-21': 'NOAA-21 (VIIRS)',
  modis: 'Terra, Aqua (MODIS)',
};

interface DataStatusBoxProps {
  readonly sources: FireSources;
  readonly dataStatus: FireDataStatus;
  readonly nowMs: number;
}

/** The status of the satellites: shown first and prominently while one of them is late. */
export function DataStatusBox({
  sources: { sources, south },
  dataStatus: { kind, newestMs },
  nowMs,
}: DataStatusBoxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.sight;
  const rows = [
    ...sources.map(({ satellite, ...row }) => ({ ...row, name: NAMES[satellite] ?? satellite })),
    ...(south?.state === 'dead' ? [{ ...south, name: texts.south({ latitude: south.below }) }] : []),
  ];
  const time = newestMs === undefined ? '' : bothClocksText(newestMs, nowMs, locale);
  return (
    <div className={kind === 'fresh' ? styles.sight : resultStyles.bad} data-fires-sight={kind}>
      {kind !== 'fresh' && <h2>{texts.title[kind]()}</h2>}
      <p>{kind === 'none' ? texts.none() : texts[kind]({ time })}</p>
      {kind !== 'none' && (
        <ul className={styles.satellites} aria-label={texts.list()}>
          {rows.map(({ name, newest, state }) => (
            <li key={name} data-state={state}>
              <span>{name}</span>
              <span>
                {newest === null
                  ? texts.never()
                  : texts.newest({ span: spanText(nowMs - Date.parse(newest), locale), state: texts.state[state]() })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FireSheetProps {
  readonly fire: FireBody;
  /** Its candidates' strikes, by rank; undefined while loading. */
  readonly strikes: readonly (Strike | undefined)[] | undefined;
  readonly nowMs: number;
  readonly tables: FireTables;
  readonly onClose: () => void;
}

/** One fire, as a printable page. */
export function FireSheet({ fire, strikes, nowMs, tables, onClose }: FireSheetProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires;
  const hrefOf = useHref();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fire is another page
  useEffect(() => heading.current?.focus(), [fire.id]);
  const time = (at: string) => bothClocksText(Date.parse(at), nowMs, locale);
  const town = fireTownText(fire, tables.places, LL, locale);
  const printed = bothClocksText(systemClock.now(), 0, locale);
  usePrintedFoot([siteConfig.name, town, texts.notice()].join(' · '), `${printed} · ${PICTURE_CREDIT} · NASA FIRMS`);
  const facts = [
    [texts.facts.first(), time(fire.firstSeen)],
    [texts.facts.last(), time(fire.lastSeen)],
    [texts.facts.power(), powerText(fire, LL, locale)],
    [texts.facts.district(), fireDistrictText(fire, tables.districts, locale)],
    [texts.facts.place(), coordinatesText(fire, locale)],
  ].filter(([, text]) => text !== '');
  const link = window.location.origin + pathOf('fires', locale) + formatFireAddress(fire.id);
  const lookUp = formatLookUpAddress({
    shape: { type: 'Point', coordinates: [fire.longitude, fire.latitude] },
    name: '',
    radiusKm: DEFAULT_RADIUS_KM,
    reportedMs: Math.ceil(Date.parse(fire.firstSeen) / 60_000) * 60_000,
    days: DEFAULT_DAYS,
  });
  return (
    <article className={`${resultStyles.answer} ${styles.sheet}`} aria-labelledby="fire-title" data-fire-open={fire.id}>
      <div className={styles.back}>
        <Button onClick={onClose}>{texts.back()}</Button>
      </div>
      <h2 id="fire-title" ref={heading} tabIndex={-1}>
        {town}
      </h2>
      <p className={styles.verdict} data-state={fire.state}>
        <strong>{verdictText(fire, LL, locale)}</strong>
      </p>
      <p>
        {texts.meant[fire.state]()} {texts.meaning()}
      </p>
      {fire.static && <p className={styles.note}>{texts.aboutStatic()}</p>}
      <dl className={resultStyles.resultFacts}>
        <FactRows facts={facts} />
      </dl>
      <FireCandidates fire={fire} strikes={strikes} nowMs={nowMs} />
      {strikes && <FirePicture fire={fire} strikes={strikes} />}
      <ExportPanel texts={texts.files} link={link}>
        <a className={styles.lookUp} href={hrefOf('lookUp') + lookUp}>
          {texts.lookedUp()}
        </a>
      </ExportPanel>
    </article>
  );
}
