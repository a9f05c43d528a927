import type { Instead } from '#texts/otherSources/Instead.ts';

/** For an instrument in space that sees the light of flashes: what it is, and how roughly it gives a place. */
export default {
  landing: {
    hero: {
      eyebrow: 'Lightning as a satellite sees it',
      lead: 'Flashes seen from space, in clouds and to the ground, some minutes later: too late for warnings.',
    },
    toolBand: { lookUp: 'Which flashes could have started a fire. Each may be some kilometres off.' },
    testimonials: { gridText: 'Sees whether there was a storm when a line tripped, and where.' },
  },
  about: {
    lead: 'Balkan Lightning shows where a satellite saw lightning over the Balkans, in clouds and to the ground, some minutes later. It is a service for companies and emergency services, and a volunteer project at the same time.',
    how: {
      title: 'How a flash is seen from space',
      lead: 'No radio here: an instrument on a satellite looks down at the clouds.',
      pulse: 'A cloud lights up',
      pulseText: 'Each flash lights its cloud from within, whether it reaches the ground or not.',
      arrival: 'An eye above it',
      arrivalText: 'The satellite sees that light at the top of the cloud: by night better than by day.',
      crossing: 'A place on the map',
      crossingText:
        'The direction of the light and the height of the cloud give the place. The height is assumed, so it may be some kilometres off.',
      delayText: 'Flashes come in files, each of many minutes. Therefore there are no alerts.',
    },
    limits: {
      canLook: 'over which valleys and forests a storm passed;',
      cannotAll: 'that nothing flashed: a satellite misses some flashes, by day more than by night;',
      cannotExact: 'the exact place: it may be off by some kilometres;',
    },
  },
  map: { truth: { noFeed: 'no data from the satellite', noFormat: 'invalid data from the satellite' } },
  descriptions: {
    of: {
      landing:
        'Lightning over the Balkans as a satellite sees it, some minutes later: a map, history, data access and sensor networks for people on duty.',
      about:
        'What this project is, how a satellite sees lightning, what its data can and cannot show, and who is behind it.',
    },
  },
  api: {
    what: {
      isCloud: 'Flashes that a satellite saw, in clouds and to the ground: where and when. The API calls them strikes.',
      notAll: 'It is not complete: a satellite misses some flashes, by day more than by night.',
      notExact: 'It is not exact: a position may be off by some kilometres.',
    },
  },
  report: {
    limits: {
      accuracy:
        'Flashes are placed by their light at the top of a cloud: one may be listed some kilometres from where it was. A satellite does not see every flash.',
    },
  },
} satisfies Instead;
