/** Maps letters to a rough Latin for comparison, so that spellings in other scripts or transliterations match. */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ѓ: 'gi',
  д: 'd',
  ђ: 'di',
  е: 'e',
  ё: 'e',
  є: 'e',
  ж: 'z',
  з: 'z',
  ѕ: 'dz',
  и: 'i',
  і: 'i',
  ї: 'i',
  й: 'i',
  ј: 'i',
  к: 'k',
  ќ: 'ki',
  л: 'l',
  љ: 'li',
  м: 'm',
  н: 'n',
  њ: 'ni',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
  щ: 'st',
  ъ: 'a',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  đ: 'di',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 's',
  æ: 'ae',
  œ: 'oe',
  j: 'i',
  y: 'i',
  w: 'v',
  q: 'k',
  x: 'ks',
};
const SOUNDS: Readonly<Record<string, string>> = {
  shch: 'st',
  sch: 's',
  sh: 's',
  tch: 'c',
  ch: 'c',
  ts: 'c',
  tz: 'c',
  dzh: 'dz',
  zh: 'z',
  dj: 'di',
  kh: 'h',
  gh: 'g',
  th: 't',
  ph: 'f',
  ck: 'k',
};

/** Returns a key for comparing names: `Щръклево`, `Shtraklevo` and `Străklevo` have the same key. */
export function foldName(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/shch|sch|tch|dzh|sh|ch|ts|tz|zh|dj|kh|gh|th|ph|ck/g, (sound) => SOUNDS[sound] ?? sound)
    .replace(/[^a-z0-9 ]/g, (letter) => LETTERS[letter] ?? (/\p{L}/u.test(letter) ? letter : ' '))
    .replace(/[jywqx]/g, (letter) => LETTERS[letter] ?? letter)
    .trim();
  // Collapses doubled letters. No regular expression: a backreference overflows the stack on a long run.
  let key = '';
  for (const letter of letters) if (!key.endsWith(letter) || /\d/.test(letter)) key += letter;
  return key;
}
