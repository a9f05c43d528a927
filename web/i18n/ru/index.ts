import type { Translation } from '../i18n-types.ts';

const ru = {
  error: {
    title: 'Непредвиденная ошибка приложения!',
    fault: 'Что-то пошло не так на нашей стороне. Вы ни в чём не ошиблись.',
    chunk:
      'Часть страницы не загрузилась (chunk load error). Возможно, связь медленная или только что вышла новая версия сайта.',
    retry: 'Попробовать ещё раз',
    home: 'На главную',
  },
} satisfies Translation;

export default ru;
