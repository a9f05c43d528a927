import type { ContactErrorCode } from '#shared/contact.ts';
import type { Language } from '#shared/languages.ts';
import bg from './bg/form/index.ts';
import en from './en/form/index.ts';
import ru from './ru/form/index.ts';

interface FormTexts {
  readonly success: string;
  readonly failure: string;
  readonly full: string;
  readonly errors: Readonly<Record<ContactErrorCode, string>>;
}

interface ContactTexts extends FormTexts {
  readonly kept: string;
  readonly limited: string;
  readonly faulty: string;
}

const asInForm = ({ success, failure, full, errors }: FormTexts): FormTexts => ({
  success,
  failure,
  full,
  errors,
});

/** The Worker's answers to the form of a browser that runs no scripts. */
export const contactTexts: Readonly<Record<Language, ContactTexts>> = {
  en: {
    ...asInForm(en),
    kept: 'What you wrote is still here. Our e-mail address is at the foot of this page.',
    limited: 'Too many messages were sent. Please try again later.',
    faulty: 'Please check the marked fields.',
  },
  ru: {
    ...asInForm(ru),
    kept: 'Ваш текст сохранён. Адрес нашей электронной почты указан внизу страницы.',
    limited: 'Отправлено слишком много сообщений. Пожалуйста, попробуйте позже.',
    faulty: 'Пожалуйста, проверьте отмеченные поля.',
  },
  bg: {
    ...asInForm(bg),
    kept: 'Написаното е запазено. Имейл адресът ни е в долния край на страницата.',
    limited: 'Изпратени са твърде много съобщения. Моля, опитайте отново по-късно.',
    faulty: 'Моля, проверете отбелязаните полета.',
  },
};

/** The text as HTML, with a link in place of its `{email}`. */
export function mailTo(text: string, email: string): string {
  return text.replace(/\{email(:string)?\}/, () => `<a href="mailto:${email}">${email}</a>`);
}
