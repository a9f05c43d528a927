import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchedPlace } from '#web/kit/routing/watchAddress.ts';
import type { UseChoice } from '#web/tools/watch/skill/ChoiceFigure.tsx';
import { SkillResult } from '#web/tools/watch/skill/lazySkill.tsx';
import { errorText } from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import section from '#web/tools/watch/watchlist/Watchlist.module.css';

type Rules = Pick<WatchedPlace, 'ringsKm' | 'dwellMin'>;

interface SkillBoxProps {
  /** Undefined if the typed place is invalid; the error is shown elsewhere. */
  readonly placeNow: () => Promise<WatchedPlace | undefined>;
  /** The place as typed: results for another one are removed. */
  readonly typedPlace: string;
  /** The rules as typed; undefined if invalid. */
  readonly typedRules: Rules | undefined;
  /** Applies rules to the form. */
  readonly onUse: (rules: Rules) => void;
}

const rulesKey = ({ ringsKm, dwellMin }: Rules) => `${ringsKm.join()}/${dwellMin}`;

/** In the setup: a button that requests how good the typed alarms would have been, then the result. */
export function SkillBox({ placeNow, typedPlace, typedRules, onUse }: SkillBoxProps) {
  const { ask: request, sent } = useTexts().LL.watch.watchlist.skill;
  const [requested, setRequested] = useState<{ readonly typedPlace: string; readonly place: WatchedPlace }>();
  const isCurrent =
    requested !== undefined &&
    requested.typedPlace === typedPlace &&
    typedRules !== undefined &&
    rulesKey(requested.place) === rulesKey(typedRules);
  const count = async () => {
    const place = await placeNow();
    setRequested(place && { typedPlace, place });
  };
  const use: UseChoice = ({ ringKm, dwellMin }) => {
    if (!requested) return;
    const [watch, warning] = requested.place.ringsKm;
    const ringsKm = [Math.max(watch, ringKm), Math.max(warning, ringKm), ringKm] as const;
    setRequested({ ...requested, place: { ...requested.place, ringsKm, dwellMin } });
    onUse({ ringsKm, dwellMin });
  };
  if (isCurrent) return <Counted place={requested.place} onUse={use} />;
  return (
    <div data-skill>
      <Button onClick={count}>{request()}</Button>
      <p className={form.hint}>{sent()}</p>
    </div>
  );
}

/** Replaces the button, and takes its focus. */
function Counted({ place, onUse }: { readonly place: WatchedPlace; readonly onUse: UseChoice }) {
  const { LL } = useTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={section.keep} aria-labelledby={id} data-skill>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {LL.watch.watchlist.skill.title()}
      </h2>
      <Suspense>
        <SkillResult query={place} onUse={onUse} errorText={(error) => errorText(error, LL)} />
      </Suspense>
    </section>
  );
}
