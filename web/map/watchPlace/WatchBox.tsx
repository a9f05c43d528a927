import { useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { DWELL_MIN, RING_KM } from '#shared/watch/Area.ts';
import { faultOf, formatWatchAddress, MAX_NAME_LENGTH, type WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { CardButton, CloseButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import inputs from '#web/map/kit/mapInputs.module.css';
import type { Screen } from '#web/map/parts/Screen.ts';
import { nearPlaceText, placeAfterPreposition } from '#web/sky/words/placeText.ts';
import { Preview } from '#web/tools/watch/screens/Preview.tsx';
import { TellMe } from '#web/tools/watch/tell/TellMe.tsx';
import { middleOf } from '#web/tools/watch/watchedArea.ts';
import { cornersToShape, draftedShape, orderedRings } from './draftShape.ts';
import styles from './WatchPlace.module.css';
import { changeDraft, type DraftFrom, type WatchDraft } from './watchDraft.ts';

const AREAS = ['watch', 'book', 'recipients', 'tell'] as const;
const FROMS: readonly DraftFrom[] = ['place', 'centre', 'tap', 'visitor', 'line', 'polygon'];
const RINGS = ['watch', 'warning', 'stop'] as const;
const NORM_MIN = 30;
const OSHA_STOP_KM = 13;

interface WatchBoxProps {
  readonly draft: WatchDraft;
  readonly screen: Screen;
  readonly onClose: () => void;
}

/** Tells somebody of lightning near a place of the map; what most leave as it is stands under "more choices". */
export default function WatchBox({ draft, screen, onClose }: WatchBoxProps) {
  const { LL } = useTexts();
  const ready = useTextAreas(AREAS);
  return (
    <div className={`${kit.card} ${styles.box}`}>
      {ready ? <Choice draft={draft} screen={screen} onClose={onClose} /> : <p>{LL.map.loading()}</p>}
    </div>
  );
}

function Choice({ draft, screen, onClose }: WatchBoxProps) {
  const { LL, locale } = useTexts();
  const words = LL.tell.draw;
  const [asked, setAsked] = useState(false);
  const [approachOnly, setApproachOnly] = useState(false);
  const places = useNearestPlaces();
  useEffect(() => void loadNearestPlaces(), []);
  useEscape(onClose);
  const { ringsKm, dwellMin } = draft;
  const shape = draftedShape(draft, screen.centreOf(), screen.visitorAt, places);
  const near = shape && places?.near(middleOf({ shape, ringsKm }));
  const fault = shape && shape.type !== 'Point' ? faultOf(shape) : undefined;
  const placeNow = (): WatchedPlace | undefined => {
    setAsked(true);
    const name = near ? nearPlaceText(near, LL, locale).slice(0, MAX_NAME_LENGTH) : '';
    return shape && !fault ? { shape, name, ringsKm, dwellMin, approachOnly } : undefined;
  };
  return (
    <TellMe
      near={near ? placeAfterPreposition(near.place, locale) : LL.tell.thisPlace()}
      warningKm={ringsKm[1]}
      placeNow={placeNow}
      closing={<CloseButton name={words.close()} onClick={onClose} />}
    >
      <p role="alert" className={styles.fault}>
        {fault ? LL.watch.fault[fault]() : asked && !shape && words.missing()}
      </p>
      <details className={styles.more}>
        <summary>{LL.tell.more()}</summary>
        <MoreChoices
          draft={draft}
          screen={screen}
          placeNow={placeNow}
          approach={{ only: approachOnly, onChange: setApproachOnly }}
        />
      </details>
    </TellMe>
  );
}

interface MoreChoicesProps extends Pick<WatchBoxProps, 'draft' | 'screen'> {
  readonly placeNow: () => WatchedPlace | undefined;
  readonly approach: { readonly only: boolean; readonly onChange: (only: boolean) => void };
}

function MoreChoices({ draft, screen, placeNow, approach }: MoreChoicesProps) {
  const { LL } = useTexts();
  const words = LL.tell.draw;
  const id = useId();
  const [, navigate] = useLocation();
  const href = useHref()('watch');
  const { from, shape, ringsKm, dwellMin, attempt } = draft;
  const drawn = from === 'line' || from === 'polygon';
  const choose = (next: DraftFrom) => {
    changeDraft({ from: next, shape: undefined, attempt: attempt + 1 });
    if (next === 'visitor' && !screen.visitorAt) screen.locate();
  };
  const open = () => {
    const place = placeNow();
    if (place) navigate(href + formatWatchAddress(place));
  };
  return (
    <>
      <label className={`${styles.from} ${inputs.inputs}`}>
        {words.from()}
        <select value={from} onChange={({ target }) => choose(target.value as DraftFrom)}>
          {FROMS.map((one) => (
            <option key={one} value={one}>
              {words.froms[one]()}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.hint}>{drawn && shape ? words.hints.done() : words.hints[from]()}</p>
      {drawn && <CentreCorners key={`${from}/${attempt}`} from={from} centreOf={screen.centreOf} />}
      {drawn && shape && (
        <CardButton onClick={() => changeDraft({ shape: undefined, attempt: attempt + 1 })}>{words.again()}</CardButton>
      )}
      {RINGS.map((ring, index) => (
        <label key={ring} className={`${styles.slider} ${inputs.inputs}`} data-ring={ring}>
          {words.ring({ level: LL.watch.level[ring](), km: ringsKm[index] ?? 0 })}
          <input
            type="range"
            min={RING_KM.min}
            max={RING_KM.max}
            value={ringsKm[index]}
            onChange={({ target }) =>
              changeDraft({ ringsKm: orderedRings(ringsKm, index as 0 | 1 | 2, Number(target.value)) })
            }
          />
        </label>
      ))}
      <label className={`${styles.slider} ${inputs.inputs}`}>
        {words.dwell({ min: dwellMin })}
        <input
          type="range"
          min={DWELL_MIN.min}
          max={DWELL_MIN.max}
          step={5}
          value={dwellMin}
          onChange={({ target }) => changeDraft({ dwellMin: Number(target.value) })}
        />
      </label>
      <p className={styles.hint}>
        {dwellMin < NORM_MIN && LL.watch.facts.shortDwell()} {ringsKm[2] < OSHA_STOP_KM && LL.watch.facts.smallStop()}
      </p>
      <label>
        <input
          type="checkbox"
          checked={approach.only}
          aria-describedby={`${id}-approach`}
          onChange={({ target }) => approach.onChange(target.checked)}
        />
        {LL.watch.approach.only()}
      </label>
      <p id={`${id}-approach`} className={styles.hint}>
        {LL.watch.approach.hint()}
      </p>
      <Preview placeNow={placeNow} button={(label, onClick) => <CardButton onClick={onClick}>{label}</CardButton>} />
      <CardButton onClick={open}>{words.panel()}</CardButton>
    </>
  );
}

interface CentreCornersProps {
  readonly from: 'line' | 'polygon';
  readonly centreOf: Screen['centreOf'];
}

/** Draws without a pointer: arrow keys move the map, each press takes its middle as the next corner. */
function CentreCorners({ from, centreOf }: CentreCornersProps) {
  const { LL } = useTexts();
  const [corners, setCorners] = useState<readonly (readonly [number, number])[]>([]);
  const add = () => {
    const { longitude, latitude } = centreOf();
    const next = [...corners, [longitude, latitude] as const];
    setCorners(next);
    const shape = cornersToShape(from, next);
    if (shape) changeDraft({ shape });
  };
  return (
    <CardButton onClick={add}>
      {LL.tell.draw.corner()}
      {corners.length > 0 && ` (${corners.length})`}
    </CardButton>
  );
}
