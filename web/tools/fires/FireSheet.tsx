import { useEffect, useRef } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { FireBody } from '#shared/fires/bodies.ts';
import type { Strike } from '#shared/strike.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { formatFireAddress } from '#web/kit/addresses/fireAddress.ts';
import { DEFAULT_DAYS, DEFAULT_RADIUS_KM, formatLookUpAddress } from '#web/kit/addresses/lookUpAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/takenPlaceText.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { bothClocksText } from '#web/sky/words/timeText.ts';
import { ExportPanel } from '#web/tools/query/ExportPanel.tsx';
import { FactRows } from '#web/tools/query/FactRows.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import { FireCandidates } from './FireCandidates.tsx';
import { FirePicture } from './FirePicture.tsx';
import styles from './Fires.module.css';
import { fireDistrictText, fireTownText, powerText, verdictText } from './fireText.ts';
import type { FireTables } from './useFireTables.ts';

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
  const texts = LL.fireList;
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
    <article className={`${answer.answer} ${styles.sheet}`} aria-labelledby="fire-title" data-fire-open={fire.id}>
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
      <dl className={answer.facts}>
        <FactRows facts={facts} />
      </dl>
      <FireCandidates fire={fire} strikes={strikes} nowMs={nowMs} />
      {strikes && <FirePicture fire={fire} strikes={strikes} />}
      <ExportPanel words={texts.files} link={link}>
        <a className={styles.lookUp} href={hrefOf('lookUp') + lookUp}>
          {texts.lookedUp()}
        </a>
      </ExportPanel>
    </article>
  );
}
