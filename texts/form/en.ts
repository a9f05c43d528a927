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
  deferred:
    'Thank you for your message! It is safely stored. We had unusually many messages today, so yours will reach us tomorrow or in the next few days.',
  failure: 'There was an error sending your message. Please try again later.',
  offline: 'You are offline. What you wrote stays here: send it once you are connected again.',
  planSubject: 'The {plan:string} plan',
  failureMail: 'What you wrote is still here. You can also write to {email:string}.',
  unproven: 'The check that a person is writing did not load, so your message may be refused. You can also write to',
  privacy: 'We use what you write only to answer you.',
  privacyLink: 'Privacy Policy',
  errors: {
    nameRequired: 'Please enter your name',
    emailRequired: 'Please enter your email',
    emailInvalid: 'Please enter a valid email',
    subjectRequired: 'Please enter a subject',
    messageRequired: 'Please enter a message',
    tooLong: 'Please shorten this text',
  },
} satisfies BaseTranslation;

export default form;
