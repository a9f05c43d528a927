import { expect, test } from 'vitest';
import { russianGenitive } from '#shared/places/russianGenitive.ts';

test.each([
  ['София', 'Софии'],
  ['Варна', 'Варны'],
  ['Кнежа', 'Кнежи'],
  ['Стара-Загора', 'Стара-Загоры'],
  ['Пловдив', 'Пловдива'],
  ['Бургас', 'Бургаса'],
  ['Козлодуй', 'Козлодуя'],
  ['Банско', 'Банско'],
  ['Русе', 'Русе'],
  ['Сандански', 'Сандански'],
  ['Нови-Сад', 'Нови-Сада'],
  ['Афины', 'Афин'],
  ['Салоники', 'Салоник'],
])('от %s: %s', (name, genitive) => expect(russianGenitive(name)).toBe(genitive));

test.each(['Ловец', 'Крань', 'Piatra Neamț', 'Каушаны', 'Золотые Пески', 'Добой'])(
  'how %s is declined is not guessed',
  (name) => expect(russianGenitive(name)).toBeUndefined(),
);
