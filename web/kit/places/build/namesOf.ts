import { foldName } from '#shared/geo/foldName.ts';
import type { Names } from '#shared/languages.ts';
import type { GeonamesRow } from './readGeonames.ts';

const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
};

/** Transliterates a Bulgarian name to Latin by the Transliteration Act of 2009. */
export function bulgarianToLatin(name: string): string {
  return name.replace(/ия(?![а-я])/g, 'ia').replace(/[а-яА-Я]/g, (letter) => {
    const latin = LATIN[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

const RUSSIAN: Readonly<Record<string, string>> = { щ: 'шт', ъ: 'ы', Щ: 'Шт', Ъ: 'Ы', ьо: 'ё' };

/** Converts a Bulgarian name to Russian: щ to шт, ъ to ы, ьо to ё, and joins the words of one name by hyphens. */
export function bulgarianToRussian(name: string): string {
  return name
    .replace(/ьо|[щъ]/gi, (letters) => RUSSIAN[letters] ?? letters)
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
}

const SERBIAN_LETTERS: readonly (readonly [latin: string, cyrillic: string])[] = [
  ['lj', 'љ'],
  ['nj', 'њ'],
  ['dž', 'џ'],
  ['a', 'а'],
  ['b', 'б'],
  ['v', 'в'],
  ['g', 'г'],
  ['d', 'д'],
  ['đ', 'ђ'],
  ['e', 'е'],
  ['ž', 'ж'],
  ['z', 'з'],
  ['i', 'и'],
  ['j', 'ј'],
  ['k', 'к'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['ć', 'ћ'],
  ['u', 'у'],
  ['f', 'ф'],
  ['h', 'х'],
  ['c', 'ц'],
  ['č', 'ч'],
  ['š', 'ш'],
];
const CYRILLIC_OF = new Map(SERBIAN_LETTERS);
const LATIN_OF = new Map(SERBIAN_LETTERS.map(([latin, cyrillic]) => [cyrillic, latin]));
const MACEDONIAN_LATIN = new Map([...LATIN_OF, ['ѓ', 'ǵ'], ['ќ', 'ḱ'], ['ѕ', 'dz']]);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function replaceLetters(name: string, pattern: RegExp, letters: ReadonlyMap<string, string>): string {
  return name.replace(pattern, (found) => {
    const lower = found.toLowerCase();
    const written = letters.get(lower) ?? found;
    return found.charAt(0) === lower.charAt(0) ? written : capital(written);
  });
}

/** Converts a name in Gaj's Latin (Serbian, Croatian, Bosnian, Montenegrin) to Serbian Cyrillic. */
export function gajToCyrillic(name: string): string {
  return replaceLetters(name, /lj|nj|dž|[a-zđžćčš]/gi, CYRILLIC_OF);
}

export function serbianToLatin(name: string): string {
  return replaceLetters(name, /[а-яђјљњћџ]/gi, LATIN_OF);
}

/** Converts a Macedonian name to Latin letters, with the diacritics of road signs. */
export function macedonianToLatin(name: string): string {
  return replaceLetters(name, /[а-яјљњџѓќѕ]/gi, MACEDONIAN_LATIN);
}

const VOWEL = 'аеиоу';

/** Letters with the same replacement in Russian and Bulgarian. */
function common(name: string): string {
  return name.replaceAll('ђ', 'дж').replaceAll('ћ', 'ч').replaceAll('џ', 'дж').replaceAll('ѕ', 'дз');
}

/** `ј` before a vowel, where both languages have one letter for the two. */
function jotted(name: string): string {
  return name
    .replaceAll('ја', 'я')
    .replaceAll('ју', 'ю')
    .replaceAll('је', 'е')
    .replaceAll('ји', 'и')
    .replaceAll('ј', 'й');
}

/** Converts a Serbian or Macedonian name to Russian by practical transcription. */
export function serbianToRussian(name: string): string {
  const soft = common(name.toLowerCase())
    .replace(/([бвгдзклмпрстфхцчшж])ј(?=[аеиоу])/g, '$1ьј')
    .replace(/[љњѓќ]а/g, (pair) => `${hard(pair)}я`)
    .replace(/[љњѓќ]у/g, (pair) => `${hard(pair)}ю`)
    .replace(/[љњѓќ]о/g, (pair) => `${hard(pair)}ё`)
    .replace(/[љњѓќ](?=[еи])/g, hard)
    .replace(/[љњѓќ]/g, (letter) => `${hard(letter)}ь`);
  return capitals(jotted(soft), name).replaceAll(' ', '-');
}

export function serbianToBulgarian(name: string): string {
  const soft = common(name.toLowerCase())
    .replace(/[љњѓќ]а/g, (pair) => `${hard(pair)}я`)
    .replace(/[љњѓќ]у/g, (pair) => `${hard(pair)}ю`)
    .replace(/[љњѓќ]о/g, (pair) => `${hard(pair)}ьо`)
    .replace(/[љњѓќ]/g, hard)
    .replace(/шт/g, 'щ');
  return capitals(jotted(withSyllables(soft)), name);
}

const HARD: Readonly<Record<string, string>> = { љ: 'л', њ: 'н', ѓ: 'г', ќ: 'к' };
const hard = (letters: string) => HARD[letters.charAt(0)] ?? letters;

/** Between consonants `р` is syllabic: `ър` before one consonant, `ръ` before two or in a word of one syllable. */
function withSyllables(name: string): string {
  const isVowel = (letter: string | undefined) => letter !== undefined && `${VOWEL}яюйј`.includes(letter);
  return name
    .split(/(?<=[ -])|(?=[ -])/)
    .map((word) =>
      word.replace(/р/g, (_, at: number) => {
        const [before, after, next] = [word[at - 1], word[at + 1], word[at + 2]];
        if (isVowel(before) || isVowel(after) || after === undefined) return 'р';
        const two = next !== undefined && !isVowel(next);
        const alone = ![...word].some((letter) => `${VOWEL}яю`.includes(letter));
        return two || alone ? 'ръ' : 'ър';
      }),
    )
    .join('');
}

/** Capitalises each word of `text` like the same word of `like`. */
function capitals(text: string, like: string): string {
  const parts = like.split(/[ -]/);
  let index = 0;
  return text.replace(/[^ -]+/g, (word) => {
    const model = parts[index++] ?? '';
    return model.charAt(0) === model.charAt(0).toLowerCase() ? word : capital(word);
  });
}

/** Those that can be derived from GeoNames. */
type FoundNames = Pick<Names, 'en' | 'ru' | 'bg'>;

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
export function namesOf(row: GeonamesRow, catalogues: Catalogues): FoundNames {
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
