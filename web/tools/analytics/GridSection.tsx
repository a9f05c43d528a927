import { useEffect, useRef } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { RegionTable } from '#shared/regions/regionTable.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { type AskedState, useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Analytics.module.css';
import { AnswerState } from './AnswerState.tsx';
import { type AnalyticsChoice, type Days, SHADED_AREAS } from './analyticsAddress.ts';
import { CellsFigure, RegionsFigure } from './DensityFigures.tsx';
import type { HourCounts } from './HourCounts.ts';
import { loadDays, loadOutlines, utcDays } from './loadDays.ts';
import { loadRegionOutlines } from './region/outlines.ts';

/** Side of a cell in the middle of the Balkans, by zoom. */
const CELL_KM = { 10: 28, 11: 14, 12: 7 } as const;

interface GridSectionProps {
  readonly choice: AnalyticsChoice;
  readonly days: Days;
  readonly counts: HourCounts;
  readonly home: BBox;
  readonly regions: AskedState<RegionTable>;
  readonly onChoose: (choice: AnalyticsChoice) => void;
}

/** Loads one file for each day, so it waits for a press. */
export function GridSection({ choice, days, counts, home, regions, onChoose }: GridSectionProps) {
  const { LL } = useTexts();
  const words = LL.analytics.grid;
  const { first, last } = days;
  const { shaded } = choice;
  const asked = utcDays(first, last, counts.toMs, counts.unread);
  const counted = useAsked(choice.grid ? JSON.stringify(asked) : undefined, (signal, onProgress) =>
    loadDays(asked, signal, onProgress),
  );
  const outlines = useAsked(choice.grid ? 'outlines' : undefined, loadOutlines);
  const shapes = useAsked(choice.grid && shaded === 'regions' ? 'shapes' : undefined, loadRegionOutlines);
  const awaited = shaded === 'regions' ? [regions, shapes].find(({ kind }) => kind !== 'known') : undefined;
  const figure = { home, outlines: outlines.kind === 'known' ? outlines.value : undefined };
  const outcome = useRef<HTMLDivElement>(null);
  const isKnown = counted.kind === 'known';
  useEffect(() => {
    // A link has asked for it. The answer takes the focus, which brings the map, unless somebody is doing something else.
    if (isKnown && document.activeElement === document.body) outcome.current?.focus({ preventScroll: true });
  }, [isKnown]);
  const load = () => {
    onChoose({ ...choice, grid: true });
    // The button disappears, so the focus moves here.
    outcome.current?.focus({ preventScroll: true });
  };
  return (
    <Section title={words.title()} lead={words.lead()}>
      {!choice.grid && (
        <p>
          <Button onClick={load}>{words.load()}</Button> {words.cost({ days: asked.filter(({ read }) => read).length })}
        </p>
      )}
      <div ref={outcome} tabIndex={-1} className={styles.quiet}>
        {choice.grid && counted.kind !== 'known' && <AnswerState state={counted} />}
      </div>
      {counted.kind === 'known' && (
        <div className={styles.stack} data-grid>
          {counted.value.missing > 0 && <p role="status">{words.unreadDays({ n: counted.value.missing })}</p>}
          {counted.value.observedMs <= 0 && <p role="status">{LL.analytics.state.nothingRead()}</p>}
          {counted.value.observedMs > 0 && (
            <>
              <Choices
                legend={words.shaded()}
                options={SHADED_AREAS.map((areas) => [
                  areas,
                  areas === 'regions' ? words.regions() : words.cell({ km: CELL_KM[areas] }),
                ])}
                value={shaded}
                onChoose={(areas) => onChoose({ ...choice, shaded: areas })}
              />
              {shaded !== 'regions' && (
                <CellsFigure
                  {...figure}
                  counted={counted.value}
                  zoom={shaded}
                  km={CELL_KM[shaded]}
                  fileName={`lightning-density-${CELL_KM[shaded]}km-${first}-${last}`}
                />
              )}
              {shaded === 'regions' && regions.kind === 'known' && shapes.kind === 'known' && (
                <RegionsFigure
                  {...figure}
                  counted={counted.value}
                  table={regions.value}
                  shapes={shapes.value}
                  fileName={`lightning-regions-${first}-${last}`}
                />
              )}
              {awaited && <AnswerState state={awaited} />}
            </>
          )}
        </div>
      )}
    </Section>
  );
}
