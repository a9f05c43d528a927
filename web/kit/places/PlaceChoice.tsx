import { type ComponentProps, useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { PlaceField } from './PlaceField.tsx';

interface PlaceChoiceProps extends Pick<ComponentProps<typeof PlaceField>, 'error'> {
  readonly words: ComponentProps<typeof PlaceField>['words'] &
    Readonly<Record<'here' | 'locating' | 'notLocated', () => string>>;
  /** Says which place is chosen. */
  readonly chosen: string | undefined;
  /** `name` is empty for a place found by its coordinates, and undefined for the visitor's own. */
  readonly onChoose: (position: Position, name: string | undefined) => void;
}

/** Chooses a place: by its name, by its coordinates, or as the visitor's own. */
export function PlaceChoice({ words, error, chosen, onChoose }: PlaceChoiceProps) {
  const { visitor, locate } = useVisitorPosition();
  const [wantsOwn, setWantsOwn] = useState(false);
  useEffect(() => {
    if (!wantsOwn || visitor.state !== 'known') return;
    setWantsOwn(false);
    onChoose(visitor.position, undefined);
  }, [wantsOwn, visitor, onChoose]);
  return (
    <>
      <PlaceField
        words={words}
        error={error}
        onChoose={({ name, position }) => onChoose(position, /\d/.test(name) ? '' : name)}
      />
      <p className={form.hint} role="status" data-chosen>
        {chosen}
        {!chosen && visitor.state === 'asking' && wantsOwn && words.locating()}
        {visitor.state === 'failed' && wantsOwn && words.notLocated()}
      </p>
      <Button
        onClick={() => {
          setWantsOwn(true);
          locate();
        }}
      >
        {words.here()}
      </Button>
    </>
  );
}
