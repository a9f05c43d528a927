const CYRILLIC: readonly (readonly [latin: string, cyrillic: string])[] = [
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
const CYRILLIC_OF = new Map(CYRILLIC);
const LATIN_OF = new Map(CYRILLIC.map(([latin, cyrillic]) => [cyrillic, latin]));
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
  const words = like.split(/[ -]/);
  let index = 0;
  return text.replace(/[^ -]+/g, (word) => {
    const model = words[index++] ?? '';
    return model.charAt(0) === model.charAt(0).toLowerCase() ? word : capital(word);
  });
}
