import type { NamespaceFormTranslation } from '../../i18n-types.ts';

const form = {
  name: 'Имя',
  email: 'Электронная почта',
  company: 'Компания',
  phone: 'Телефон',
  subject: 'Тема',
  message: 'Сообщение',
  optional: 'необязательно',
  trap: 'Оставьте это поле пустым',
  send: 'Отправить сообщение',
  sending: 'Отправляем ваше сообщение…',
  success: 'Спасибо за сообщение! Мы скоро с вами свяжемся.',
  failure: 'Не удалось отправить сообщение. Пожалуйста, попробуйте позже.',
  failureMail: 'Ваш текст сохранён. Вы также можете написать на {email}.',
  privacy: 'Мы используем ваше сообщение только для ответа вам.',
  privacyLink: 'Политика конфиденциальности',
  errors: {
    nameRequired: 'Пожалуйста, укажите ваше имя',
    emailRequired: 'Пожалуйста, укажите адрес электронной почты',
    emailInvalid: 'Пожалуйста, проверьте адрес электронной почты',
    subjectRequired: 'Пожалуйста, укажите тему',
    messageRequired: 'Пожалуйста, напишите сообщение',
    tooLong: 'Пожалуйста, сократите текст',
  },
} satisfies NamespaceFormTranslation;

export default form;
