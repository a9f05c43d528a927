import type { BaseTranslation } from '../../i18n-types.ts';

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
  contact: {
    title: 'Contact us',
    subtitle: 'Questions about lightning are welcome at any hour',
    description:
      'Tell us what you need to watch, protect or build. Whether it is a plan, data for one valley or a network of sensors: a person reads every message.',
    formTitle: 'Write to us',
    services: {
      title: 'What we can do for you',
      collection: 'Data collection',
      collectionText:
        'Lightning and weather data gathered without gaps, from public networks and from your own sensors.',
      analysis: 'Data analysis',
      analysisText: 'Historical strikes turned into answers: where, when, how often, and what it meant for you.',
      ai: 'AI development',
      aiText: 'Models trained on your data and on ours, for risk, for maintenance, for planning.',
      app: 'App development',
      appText: 'Web and mobile applications built around the map, the data or a problem of your own.',
      integrations: 'Integrations',
      integrationsText: 'Strikes delivered into the systems that your people already use.',
    },
  },
} satisfies BaseTranslation;

export default form;
