import { useMemo, useState } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './PlaceField.module.css';
import { findAnswers, PLACE_INPUT, type SearchAnswer, usePlaceSearch } from './usePlaceSearch.ts';

type PlaceFieldWords = Readonly<
  Record<'place' | 'hint' | 'found' | 'none' | 'loading' | 'failed' | 'retry', () => string>
>;

interface PlaceFieldProps {
  readonly words: PlaceFieldWords;
  readonly error: string | undefined;
  readonly onChoose: (answer: SearchAnswer) => void;
}

/** Finds a place by its name or coordinates. Enter takes the first answer. */
export function PlaceField({ words, error, onChoose }: PlaceFieldProps) {
  const { LL, locale } = useTexts();
  const [query, setQuery] = useState('');
  const { search, failed, retry } = usePlaceSearch();
  const answers = useMemo(() => findAnswers(query, search, { LL, locale }), [query, search, LL, locale]);
  const asked = query.trim() !== '';
  const choose = (answer: SearchAnswer) => {
    setQuery('');
    onChoose(answer);
  };
  return (
    <div>
      <Field label={words.place()} error={error}>
        {(ties) => (
          <input
            {...ties}
            {...PLACE_INPUT}
            placeholder={words.hint()}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !asked) return;
              event.preventDefault();
              if (answers[0]) choose(answers[0]);
            }}
          />
        )}
      </Field>
      {answers.length > 0 && (
        <ul className={styles.answers} aria-label={words.found()}>
          {answers.map((answer) => (
            <li key={answer.key}>
              <button type="button" onClick={() => choose(answer)}>
                <span>{answer.name}</span>
                <span>{answer.about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={form.hint}>
        {asked && !search && !failed && words.loading()}
        {asked && search && answers.length === 0 && words.none()}
        {failed && words.failed()}
      </p>
      {failed && <Button onClick={retry}>{words.retry()}</Button>}
    </div>
  );
}
