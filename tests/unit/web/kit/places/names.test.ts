import { describe, expect, test } from 'vitest';
import { foldName } from '#shared/places/foldName.ts';
import { bulgarianToLatin, bulgarianToRussian } from '#web/kit/places/build/bulgarianNames.ts';
import {
  gajToCyrillic,
  macedonianToLatin,
  serbianToBulgarian,
  serbianToLatin,
  serbianToRussian,
} from '#web/kit/places/build/serbianNames.ts';

test.each([
  ['София', 'Sofia', 'София'],
  ['Велико Търново', 'Veliko Tarnovo', 'Велико-Тырново'],
  ['Щръклево', 'Shtraklevo', 'Штрыклево'],
  ['Панагюрище', 'Panagyurishte', 'Панагюриште'],
  ['Гьоврен', 'Gyovren', 'Гёврен'],
  ['Кърджали', 'Kardzhali', 'Кырджали'],
  ['Ямбол', 'Yambol', 'Ямбол'],
  ['Елин Пелин', 'Elin Pelin', 'Елин-Пелин'],
  ['Айтос', 'Aytos', 'Айтос'],
])('Bulgarian %s is %s by law and %s in Russian', (name, latin, russian) => {
  expect(bulgarianToLatin(name)).toBe(latin);
  expect(bulgarianToRussian(name)).toBe(russian);
});

test.each([
  ['Kraljevo', 'Краљево', 'Кралево', 'Кралево'],
  ['Vršac', 'Вршац', 'Вршац', 'Вършац'],
  ['Brčko', 'Брчко', 'Брчко', 'Бръчко'],
  ['Krk', 'Крк', 'Крк', 'Крък'],
  ['Jagodina', 'Јагодина', 'Ягодина', 'Ягодина'],
  ['Rijeka', 'Ријека', 'Риека', 'Риека'],
  ['Ćuprija', 'Ћуприја', 'Чуприя', 'Чуприя'],
  ['Đurđevac', 'Ђурђевац', 'Джурджевац', 'Джурджевац'],
  ['Pljevlja', 'Пљевља', 'Плевля', 'Плевля'],
  ['Ulcinj', 'Улцињ', 'Улцинь', 'Улцин'],
  ['Gornji Milanovac', 'Горњи Милановац', 'Горни-Милановац', 'Горни Милановац'],
  ['Štip', 'Штип', 'Штип', 'Щип'],
])('Serbian %s is %s in Cyrillic, %s in Russian, %s in Bulgarian', (latin, cyrillic, russian, bulgarian) => {
  expect(gajToCyrillic(latin)).toBe(cyrillic);
  expect(serbianToLatin(cyrillic)).toBe(latin);
  expect(serbianToRussian(cyrillic)).toBe(russian);
  expect(serbianToBulgarian(cyrillic)).toBe(bulgarian);
});

test.each([
  ['Гевгелија', 'Gevgelija', 'Гевгелия', 'Гевгелия'],
  ['Ѓорче Петров', 'Ǵorče Petrov', 'Гёрче-Петров', 'Гьорче Петров'],
  ['Кичево', 'Kičevo', 'Кичево', 'Кичево'],
])('Macedonian %s is %s in Latin, %s in Russian, %s in Bulgarian', (name, latin, russian, bulgarian) => {
  expect(macedonianToLatin(name)).toBe(latin);
  expect(serbianToRussian(name)).toBe(russian);
  expect(serbianToBulgarian(name)).toBe(bulgarian);
});

describe('names fold alike however they are spelt', () => {
  test.each([
    [['Щръклево', 'Shtraklevo', 'Štraklevo']],
    [['София', 'Sofia', 'Sofija', 'Sofiya', ' SOFIA ']],
    [['Đakovo', 'Djakovo', 'Ђаково']],
    [['Враца', 'Vratsa', 'Vraca', 'Vratza']],
    [['Кишинёв', 'Кишинев']],
    [['Niš', 'Nish', 'Ниш']],
    [['Iaşi', 'Iași', 'IASI']],
    [['Велико-Тырново', 'велико тырново']],
    [['Skopje', 'Skopye', 'Скопје']],
  ])('%j', (spellings) => {
    expect(new Set(spellings.map(foldName)).size).toBe(1);
  });
});

test('different names stay different', () => {
  const names = ['Варна', 'Враца', 'Враня', 'Верия', 'Вършец', 'Враня-Баня'];
  expect(new Set(names.map(foldName)).size).toBe(names.length);
});
