import type { NamespaceEmbedTranslation } from '#texts/made/i18n-types.ts';

const embed = {
  full: 'Цялата карта: {site}',
  gestures: {
    windows: 'За да промените мащаба, превъртайте със задържан Ctrl',
    mac: 'За да промените мащаба, превъртайте със задържан ⌘',
    mobile: 'Местете картата с два пръста',
  },
  maker: {
    about: 'Копирайте тези редове в страницата си. В тях няма скриптове. Моля, запазете връзката под картата.',
    size: 'Размер',
    sizes: { small: 'Малка, 300 × 200', medium: 'Средна, 480 × 360', large: 'По цялата ширина' },
    language: 'Език',
    theme: 'Цветове',
    light: 'Светли',
    dark: 'Тъмни',
    range: 'Период',
    minutes: '{n} минути',
    hours: '{n} {{час|часа}}',
    area: 'Какво да се вижда',
    areas: { region: 'Целите Балкани', bulgaria: 'България', greece: 'Гърция', serbia: 'Сърбия', romania: 'Румъния' },
    snippet: 'HTML за копиране',
    copy: 'Копиране',
    copied: 'Копирано',
    notCopied: 'Браузърът не позволява копиране. Маркирайте редовете и ги копирайте сами.',
    show: 'Покажи как изглежда',
    hide: 'Скрий картата',
  },
} satisfies NamespaceEmbedTranslation;

export default embed;
