import type { Translation } from '../i18n-types.ts';

const bg = {
  error: {
    title: 'Неочаквана грешка в приложението!',
    fault: 'Нещо при нас се обърка, докато показвахме страницата. Вината не е ваша.',
    chunk:
      'Част от страницата не се зареди (chunk load error). Възможно е връзката да е бавна или току-що да е излязла нова версия на сайта.',
    retry: 'Опитайте отново',
    home: 'Към началната страница',
  },
} satisfies Translation;

export default bg;
