/** Names whose ending suggests singular or plural, but that are declined as listed or not at all. */
const KNOWN: Readonly<Record<string, string>> = {
  Афины: 'Афин',
  Салоники: 'Салоник',
  Патры: 'Патр',
  Яссы: 'Ясс',
  Бельцы: 'Бельц',
  Черновцы: 'Черновцов',
  Бендеры: 'Бендер',
  Унгены: 'Унген',
  Севастополь: 'Севастополя',
  Тирасполь: 'Тирасполя',
  Рим: 'Рима',
};

/**
 * Returns the genitive of a place's Russian name, the form after «от»: «Софии», «Бургаса», «Стара-Загоры», «Банско».
 * Undefined if the ending does not determine the declension: then put its kind first, «от города …».
 */
export function russianGenitive(name: string): string | undefined {
  const known = KNOWN[name];
  if (known !== undefined) return known;
  if (!/^[\u0400-\u04ff -]+$/.test(name) || name.includes(' ')) return undefined;
  // Some are adjectives or plurals, some lose a vowel, some have a gender that the ending does not show.
  if (/(ая|яя|ий|ый|ой|ец|ок|ек|ёк|ы|ь|ъ)$/.test(name)) return undefined;
  if (/[оеёиуюэ]$/.test(name)) return name;
  if (/[гкхжчшщ]а$/.test(name)) return `${name.slice(0, -1)}и`;
  if (name.endsWith('а')) return `${name.slice(0, -1)}ы`;
  if (name.endsWith('я')) return `${name.slice(0, -1)}и`;
  return name.endsWith('й') ? `${name.slice(0, -1)}я` : `${name}а`;
}
