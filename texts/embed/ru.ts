import type { NamespaceEmbedTranslation } from '#texts/made/i18n-types.ts';

const embed = {
  full: 'Вся карта: {site}',
  gestures: {
    windows: 'Чтобы изменить масштаб, крутите колесо, удерживая Ctrl',
    mac: 'Чтобы изменить масштаб, прокручивайте, удерживая ⌘',
    mobile: 'Двигайте карту двумя пальцами',
  },
  maker: {
    about: 'Скопируйте эти строки на свою страницу. Скриптов в них нет. Ссылку под картой, пожалуйста, оставьте.',
    size: 'Размер',
    sizes: { small: 'Маленькая, 300 × 200', medium: 'Средняя, 480 × 360', large: 'Во всю ширину' },
    language: 'Язык',
    theme: 'Оформление',
    light: 'Светлое',
    dark: 'Тёмное',
    range: 'Период',
    minutes: '{n} минут',
    hours: '{n} {{часов|час|часа|часа|часов|часа}}',
    area: 'Что показать',
    areas: { region: 'Все Балканы', bulgaria: 'Болгария', greece: 'Греция', serbia: 'Сербия', romania: 'Румыния' },
    snippet: 'HTML для вставки',
    copy: 'Скопировать',
    copied: 'Скопировано',
    notCopied: 'Браузер не разрешает копировать. Выделите строки и скопируйте их сами.',
    show: 'Показать, как это выглядит',
    hide: 'Скрыть карту',
  },
} satisfies NamespaceEmbedTranslation;

export default embed;
