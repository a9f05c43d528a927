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
