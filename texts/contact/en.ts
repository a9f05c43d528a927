import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const contact = {
  title: 'Contact us',
  subtitle: 'Questions about lightning are welcome at any hour',
  description:
    'Tell us what you need to watch, protect or build. Whether it is a plan, data for one valley or a network of sensors: a person reads every message.',
  formTitle: 'Write to us',
  services: {
    title: 'What we can do for you',
    collection: 'Data collection',
    collectionText: 'Lightning and weather data gathered without gaps, from public networks and from your own sensors.',
    analysis: 'Data analysis',
    analysisText: 'Historical strikes turned into answers: where, when, how often, and what it meant for you.',
    ai: 'AI development',
    aiText: 'Models trained on your data and on ours, for risk, for maintenance, for planning.',
    app: 'App development',
    appText: 'Web and mobile applications built around the map, the data or a problem of your own.',
    integrations: 'Integrations',
    integrationsText: 'Strikes delivered into the systems that your people already use.',
  },
} satisfies BaseTranslation;

export default contact;
