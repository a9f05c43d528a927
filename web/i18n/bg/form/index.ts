import type { NamespaceFormTranslation } from '../../i18n-types.ts';

const form = {
  name: 'Име',
  email: 'Имейл',
  company: 'Фирма',
  phone: 'Телефон',
  subject: 'Тема',
  message: 'Съобщение',
  optional: 'по желание',
  trap: 'Оставете това поле празно',
  send: 'Изпрати съобщението',
  sending: 'Изпращаме съобщението ви…',
  success: 'Благодарим за съобщението! Скоро ще се свържем с вас.',
  deferred:
    'Благодарим за съобщението! То е запазено. Днес получаваме повече съобщения от обичайното, затова вашето ще стигне до нас утре или в следващите дни.',
  failure: 'Възникна грешка при изпращането на съобщението. Моля, опитайте отново по-късно.',
  failureMail: 'Написаното е запазено. Можете да ни пишете и на {email}.',
  privacy: 'Използваме написаното само за да ви отговорим.',
  privacyLink: 'Политика за поверителност',
  errors: {
    nameRequired: 'Моля, въведете името си',
    emailRequired: 'Моля, въведете имейл адрес',
    emailInvalid: 'Моля, въведете валиден имейл адрес',
    subjectRequired: 'Моля, въведете тема',
    messageRequired: 'Моля, въведете съобщение',
    tooLong: 'Моля, съкратете текста',
  },
} satisfies NamespaceFormTranslation;

export default form;
