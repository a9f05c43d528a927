import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { useMapQuery } from '#web/ground/view/useMapQuery.ts';
import { DEFAULT_VIEW, displaySize, type MapView, viewBox } from '#web/ground/view/viewBox.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices, Select } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { type AskedState, useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { AskAnswer } from '#web/tools/ask/AskAnswer.tsx';
import screen from '#web/tools/ask/AskScreen.module.css';
import { readBooks } from '#web/tools/watch/book/deviceBooks.ts';
import {
  type ToldHoldover as Answer,
  askHoldover,
  HOLDOVER_DAYS,
  type HoldoverDays,
  type HoldoverQuestion,
  listFault,
  mayMark,
  USUAL_DAYS,
} from './askHoldover.ts';
import { HoldoverAnswer } from './HoldoverAnswer.tsx';
import { useMarking } from './useMarking.tsx';

const AREAS = ['holdover', 'map'] as const;

/** The second view of the tool of fires: where they may still smoulder. */
export default function HoldoverScreen() {
  return useTextAreas(AREAS) ? <Asking /> : <p role="status" aria-busy="true" />;
}

/** Without a view in the address: a district, as a city says little of fires. */
const DISTRICT_ZOOM = 8;
const MAP = '';

function Asking() {
  const { LL } = useTexts();
  const words = LL.holdover;
  const watch = useHref()('watch');
  const [{ view }] = useMapQuery();
  const [books] = useState(readBooks);
  const [chosen, setChosen] = useState(books[0] ? nameOf(books[0]) : MAP);
  const [days, setDays] = useState<HoldoverDays>(USUAL_DAYS);
  const [bbox, setBbox] = useState(() => boxOnMap(view));
  const [attempt, setAttempt] = useState(0);
  const book = books.find((one) => nameOf(one) === chosen);
  const question: HoldoverQuestion = book ? { days, book } : { days, bbox };
  const key = [days, chosen || formatBBox(bbox)].join(' ');
  const asked = useStanding(
    key,
    useAsked(`${key} ${attempt}`, (signal) => askHoldover(question, signal)),
  );
  const again = () => setAttempt((count) => count + 1);
  const marking = useMarking(book && mayMark(book) ? book : undefined, again);
  return (
    <div className={screen.screen}>
      <p>{words.lead()}</p>
      <form
        className={`${form.card} ${form.column}`}
        aria-label={words.ask.label()}
        onSubmit={(e) => e.preventDefault()}
      >
        {books.length > 0 && (
          <Select
            label={words.ask.where()}
            options={[
              ...books.map((one) => [nameOf(one), words.ask.book({ name: one.name })] as const),
              [MAP, words.ask.map()],
            ]}
            value={chosen}
            onChoose={setChosen}
          />
        )}
        <Choices
          legend={words.ask.days()}
          options={HOLDOVER_DAYS.map((count) => [count, words.ask.day({ days: count })])}
          value={days}
          onChoose={setDays}
        />
        <Button
          onClick={() => {
            if (!book) setBbox(boxOnMap(view));
            again();
          }}
        >
          {book ? words.ask.again() : words.ask.mapAgain()}
        </Button>
        {books.length === 0 && (
          <p className={form.hint}>
            {words.ask.keep()} <Link href={watch}>{words.ask.keepLink()}</Link>
          </p>
        )}
        {book && !mayMark(book) && <p className={form.hint}>{words.ask.looking()}</p>}
      </form>
      <AskAnswer
        id="holdover"
        title={words.answer()}
        words={words}
        asked={asked}
        failureOf={(failed) => {
          const [fault, mayRetry] = listFault(failed);
          return [words.failure[fault](), mayRetry];
        }}
      >
        {(answer) => <HoldoverAnswer answer={answer} book={book} marking={marking} onChanged={again} />}
      </AskAnswer>
    </div>
  );
}

const nameOf = ({ id, area }: { readonly id: string; readonly area: string }) => `${id}/${area}`;

function boxOnMap(view: MapView | undefined): BBox {
  const frame = document.querySelector('[data-map-frame="screen"]');
  const { width, height } = frame?.getBoundingClientRect() ?? displaySize();
  return viewBox(view ?? { ...DEFAULT_VIEW, zoom: DISTRICT_ZOOM }, width, height);
}

/** The list stands while the same is asked again, so that a mark does not make it vanish. */
function useStanding(key: string, asked: AskedState<Answer>): AskedState<Answer> {
  const before = useRef<{ readonly key: string; readonly value: Answer }>(undefined);
  if (asked.kind === 'known') before.current = { key, value: asked.value };
  const { current } = before;
  return asked.kind === 'loading' && current?.key === key ? { kind: 'known', value: current.value } : asked;
}
