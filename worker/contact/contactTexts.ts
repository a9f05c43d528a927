import type { ContactErrorCode } from '#shared/contact/ContactRequest.ts';
import { LANGUAGES, type Language } from '#shared/languages.ts';

interface ContactTexts {
  readonly success: string;
  readonly deferred: string;
  readonly failure: string;
  readonly kept: string;
  readonly limited: string;
  readonly faulty: string;
  readonly errors: Readonly<Record<ContactErrorCode, string>>;
}

/** Texts for visitors whose browser runs no scripts, with the same wording as the site's form if it has the text. */
export const contactTexts: Readonly<Record<Language, ContactTexts>> = {
  en: {
    success: 'Thank you for your message! We will contact you soon.',
    deferred:
      'Thank you for your message! It is safely stored. We had unusually many messages today, so yours will reach us tomorrow or in the next few days.',
    failure: 'There was an error sending your message. Please try again later.',
    kept: 'What you wrote is still here. Our e-mail address is at the foot of this page.',
    limited: 'Too many messages were sent. Please try again later.',
    faulty: 'Please check the marked fields.',
    errors: {
      nameRequired: 'Please enter your name',
      emailRequired: 'Please enter your email',
      emailInvalid: 'Please enter a valid email',
      subjectRequired: 'Please enter a subject',
      messageRequired: 'Please enter a message',
      tooLong: 'Please shorten this text',
    },
  },
  ru: {
    success: 'Спасибо за сообщение! Мы скоро с вами свяжемся.',
    deferred:
      'Спасибо за сообщение! Оно сохранено. Сегодня сообщений больше обычного, поэтому ваше дойдёт до нас завтра или в ближайшие дни.',
    failure: 'Не удалось отправить сообщение. Пожалуйста, попробуйте позже.',
    kept: 'Ваш текст сохранён. Адрес нашей электронной почты указан внизу страницы.',
    limited: 'Отправлено слишком много сообщений. Пожалуйста, попробуйте позже.',
    faulty: 'Пожалуйста, проверьте отмеченные поля.',
    errors: {
      nameRequired: 'Пожалуйста, укажите ваше имя',
      emailRequired: 'Пожалуйста, укажите адрес электронной почты',
      emailInvalid: 'Пожалуйста, проверьте адрес электронной почты',
      subjectRequired: 'Пожалуйста, укажите тему',
      messageRequired: 'Пожалуйста, напишите сообщение',
      tooLong: 'Пожалуйста, сократите текст',
    },
  },
  bg: {
    success: 'Благодарим за съобщението! Скоро ще се свържем с вас.',
    deferred:
      'Благодарим за съобщението! То е запазено. Днес получаваме повече съобщения от обичайното, затова вашето ще стигне до нас утре или в следващите дни.',
    failure: 'Възникна грешка при изпращането на съобщението. Моля, опитайте отново по-късно.',
    kept: 'Написаното е запазено. Имейл адресът ни е в долния край на страницата.',
    limited: 'Изпратени са твърде много съобщения. Моля, опитайте отново по-късно.',
    faulty: 'Моля, проверете отбелязаните полета.',
    errors: {
      nameRequired: 'Моля, въведете името си',
      emailRequired: 'Моля, въведете имейл адрес',
      emailInvalid: 'Моля, въведете валиден имейл адрес',
      subjectRequired: 'Моля, въведете тема',
      messageRequired: 'Моля, въведете съобщение',
      tooLong: 'Моля, съкратете текста',
    },
  },
};

/** The language of the page with the form; English if the form does not say. */
export function contactLanguage(values: Readonly<Record<string, unknown>>): Language {
  return LANGUAGES.find((language) => language === values.language) ?? 'en';
}
