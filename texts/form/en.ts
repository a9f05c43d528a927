import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const form = {
  name: 'Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
  optional: 'optional',
  trap: 'Leave this field empty',
  send: 'Send message',
  sending: 'Sending your message...',
  success: 'Thank you for your message! We will contact you soon.',
  failure: 'There was an error sending your message. Please try again later.',
  offline: 'You are offline. What you wrote stays here: send it once you are connected again.',
  planSubject: 'The {plan:string} plan',
  failureMail: 'What you wrote is still here. You can also write to {email:string}.',
  full: 'We have had more messages today than this form can take. What you wrote is still here: please write to {email:string}, or send it again tomorrow.',
  unproven: 'The check that a person is writing did not load, so your message may be refused. You can also write to',
  privacy: 'We use what you write only to answer you.',
  privacyLink: 'Privacy Policy',
  errors: {
    nameRequired: 'Please enter your name',
    emailRequired: 'Please enter your email',
    emailInvalid: 'Please enter a valid email',
    phoneInvalid: 'Please enter 5 to 25 digits, spaces or + - ( ) /',
    subjectRequired: 'Please enter a subject',
    messageRequired: 'Please enter a message',
    tooLong: 'Please shorten this text',
  },
} satisfies BaseTranslation;

export default form;
