import type { NamespacePlacesTranslation } from '#texts/made/i18n-types.ts';

const places = {
  lead: 'Изберете град или връх. На страницата му са мълниите наблизо, приближаващите бури и последните две седмици.',
  countries: 'Държави',
  towns: 'Градове',
  peaks: 'Върхове',
  missing: 'Градове с поне 15 000 жители и известни върхове. Всяко друго място ще намерите на картата.',
  credit: 'Имена на места: GeoNames, CC BY 4.0, с промени',
  toMap: 'Отвори картата',
  country: {
    AL: 'Албания',
    AT: 'Австрия',
    BA: 'Босна и Херцеговина',
    BG: 'България',
    GR: 'Гърция',
    HR: 'Хърватия',
    HU: 'Унгария',
    IT: 'Италия',
    MD: 'Молдова',
    ME: 'Черна гора',
    MK: 'Северна Македония',
    MT: 'Малта',
    RO: 'Румъния',
    RS: 'Сърбия',
    SI: 'Словения',
    SK: 'Словакия',
    TR: 'Турция',
    UA: 'Украйна',
    XK: 'Косово',
  },
} satisfies NamespacePlacesTranslation;

export default places;
