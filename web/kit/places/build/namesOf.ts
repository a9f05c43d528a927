import { foldName } from '#shared/places/foldName.ts';
import { bulgarianToLatin, bulgarianToRussian } from './bulgarianNames.ts';
import type { GeonamesRow } from './readGeonames.ts';
import { gajToCyrillic, macedonianToLatin, serbianToBulgarian, serbianToRussian } from './serbianNames.ts';

export interface Names {
  readonly en: string;
  readonly ru: string;
  readonly bg: string;
}

export type Catalogues = Readonly<Record<'en' | 'ru' | 'bg' | 'mk', ReadonlyMap<string, string>>>;

const CYRILLIC = /^[\u0400-\u04ff -]+$/;
const BULGARIAN = /^[а-ъьюя .-]+$/i;
const MACEDONIAN = /^[а-шјљњџѓќѕ .-]+$/i;
const GAJ = /^[a-zčćžšđ .-]+$/i;
/** Countries whose road signs and maps use Gaj's Latin. Slovene is close, but reads `nj` and `lj` differently. */
const IN_GAJ = new Set(['RS', 'BA', 'HR', 'ME', 'SI']);
const IN_ROMANIAN = new Set(['RO', 'MD']);
/** Countries whose large towns have English names; for smaller towns such names are probably inventions. */
const WITH_ENGLISH_NAMES = new Set(['AT', 'CZ', 'GR', 'IT', 'UA']);
const ENGLISH_NAME_FROM = 100_000;

/** Returns the name in each language. Without a source or rule it stays Latin, rather than being invented. */
export function namesOf(row: GeonamesRow, catalogues: Catalogues): Names {
  const latin = latinOf(row, catalogues);
  const known = (language: 'ru' | 'bg') => knownName(row, catalogues, language);
  const local = row.country === 'BG' ? bulgarianOf(row, catalogues) : undefined;
  if (local) return { en: bulgarianToLatin(local), bg: local, ru: known('ru') ?? bulgarianToRussian(local) };
  const cyrillic = row.country === 'MK' ? macedonianOf(row, catalogues) : southSlavicOf(row, latin);
  const en = row.country === 'MK' && cyrillic ? macedonianToLatin(cyrillic) : latin;
  return {
    en: foldName(en) === foldName(latin) ? en : latin,
    ru: known('ru') ?? (cyrillic ? serbianToRussian(cyrillic) : latin),
    bg: known('bg') ?? (cyrillic ? serbianToBulgarian(cyrillic) : latin),
  };
}

/** The corrected or catalogued name; undefined if it is missing or in Latin letters. */
function knownName(row: GeonamesRow, catalogues: Catalogues, language: 'ru' | 'bg'): string | undefined {
  const correct = corrections[language][row.name];
  if (correct !== undefined) return correct;
  const name = catalogues[language].get(row.id);
  return name !== undefined && CYRILLIC.test(name) ? name : undefined;
}

/** The name in Latin letters: the English one if there is one, else the local one. */
function latinOf(row: GeonamesRow, catalogues: Catalogues): string {
  const english = catalogues.en.get(row.id);
  const exonym = english !== undefined && foldName(english) !== foldName(row.name);
  if (exonym && WITH_ENGLISH_NAMES.has(row.country) && row.population >= ENGLISH_NAME_FROM) return english;
  // Romanian has commas below its letters; GeoNames has cedillas.
  if (IN_ROMANIAN.has(row.country)) return row.name.replace(/[şţŞŢ]/g, (letter) => COMMAS[letter] ?? letter);
  // Accents mark Greek stress, and are not written in English.
  if (row.country === 'GR' || row.country === 'CY') return row.name.normalize('NFD').replace(/\p{M}/gu, '');
  const name = row.name.replaceAll('ð', 'đ').replaceAll('Ð', 'Đ');
  if (!IN_GAJ.has(row.country) || /[čćžšđ]/i.test(name)) return name;
  const written = row.alternates.find(
    (name) => GAJ.test(name) && /[čćžšđ]/i.test(name) && plain(name) === plain(row.name),
  );
  return written ?? row.name;
}

const COMMAS: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' };
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function bulgarianOf(row: GeonamesRow, catalogues: Catalogues): string | undefined {
  const candidates = row.alternates.filter((name) => BULGARIAN.test(name) && /^\p{Lu}/u.test(name));
  const latin = plain(row.name.replaceAll('ŭ', 'a'));
  const lawful = candidates.find((name) => plain(bulgarianToLatin(name)) === latin);
  return knownName(row, catalogues, 'bg') ?? lawful ?? candidates.find((name) => foldName(name) === foldName(row.name));
}

function macedonianOf(row: GeonamesRow, catalogues: Catalogues): string | undefined {
  const candidates = row.alternates.filter((name) => MACEDONIAN.test(name));
  return catalogues.mk.get(row.id) ?? candidates.find((name) => foldName(name) === foldName(row.name));
}

function southSlavicOf(row: GeonamesRow, latin: string): string | undefined {
  if (!IN_GAJ.has(row.country) || !GAJ.test(latin) || /[qwxy]/i.test(latin)) return undefined;
  return row.country === 'SI' && /[ln]j/i.test(latin) ? undefined : gajToCyrillic(latin);
}

/** Corrects wrong names of the catalogues, by GeoNames' name of the place. */
const corrections: Readonly<Record<'ru' | 'bg', Readonly<Record<string, string>>>> = {
  ru: {
    Adapazarı: 'Адапазары',
    Biga: 'Бига',
    Bijeljina: 'Биелина',
    Blaj: 'Блаж',
    Caransebeş: 'Карансебеш',
    Deçan: 'Дечани',
    Dej: 'Деж',
    Didim: 'Дидим',
    Fier: 'Фиер',
    'Gorna Oryahovitsa': 'Горна-Оряховица',
    Gönen: 'Гёнен',
    Huşi: 'Хуши',
    Kavajë: 'Кавая',
    Kula: 'Кула',
    Laç: 'Лячи',
    Mudanya: 'Муданья',
    Olteniţa: 'Олтеница',
    Prijedor: 'Приедор',
    'Sfântu Gheorghe': 'Сфынту-Георге',
    Soma: 'Сома',
    Söke: 'Сёке',
    Uzunköprü: 'Узункёпрю',
    Voúla: 'Вула',
    Çay: 'Чай',
  },
  bg: {
    Balgarevo: 'Българево',
    'Centar Župa': 'Центар Жупа',
    Gevgelija: 'Гевгелия',
    'Nikola-Kozlevo': 'Никола Козлево',
    'Sveti-Vlas': 'Свети Влас',
    Zimnicea: 'Зимнича',
  },
};
