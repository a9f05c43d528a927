import type { BaseTranslation } from '../../i18n-types.ts';

const about = {
  title: 'About the project',
  lead: 'Balkan Lightning shows where lightning strikes the ground, over the Balkans and while the storm is still there. It is a service for companies and emergency services, and a volunteer project at the same time.',
  what: {
    title: 'What it is',
    text: 'A live map of cloud-to-ground strikes, free to look at. Get alerts for your own places, statistics, reports, and a search for the strikes that could have started a fire. Plans add access to our API. For those who need their own measurements we plan and run sensor networks.',
    link: 'See the sensor infrastructure',
  },
  how: {
    title: 'How a strike is located',
    lead: 'Lightning is located by radio, not by eye.',
    pulse: 'A pulse of radio waves',
    pulseText: 'Each stroke is also a radio transmitter. Its pulse travels outward at the speed of light.',
    arrival: 'Several sensors, several times',
    arrivalText: 'Sensors hundreds of kilometres apart note when the pulse arrives, to a millionth of a second.',
    crossing: 'One crossing point',
    crossingText:
      'The difference between two arrival times draws a curve on the map. Where the curves cross, lightning struck.',
    delay: 'A few seconds of delay',
    delayText: 'Times must be collected and compared before a strike is certain. It therefore appears a little later.',
    picture: 'Three sensors; the curves between them cross where lightning struck.',
  },
  limits: {
    title: 'What the data can and cannot show',
    can: 'It shows',
    canWhere: 'where and when lightning reached the ground, for the whole region at once;',
    canMove: 'whether a storm is growing, dying or coming closer;',
    canLook: 'where to look first after a storm: a line, a roof, a patch of forest.',
    cannot: 'It does not show',
    cannotAll: 'that there was no lightning: networks miss some strikes, weak ones most of all;',
    cannotExact: 'the exact tree: a position may be off by some hundred metres, sometimes by kilometres;',
    cannotNext: 'where the next strike will fall. The first one of a storm comes without warning;',
    cannotCloud: 'what happens inside clouds: only strikes to the ground are shown.',
    safety:
      'The map is a source of information, not a safety system. If you hear thunder you are close enough to be struck: go indoors, whatever the map shows.',
  },
  behind: {
    title: 'Who is behind it',
    operator: 'Operator',
    source: 'Lightning data',
    hosting: 'Hosting',
    fire: 'Fire brigade',
  },
  volunteer: {
    title: 'The volunteer project',
    text: 'The volunteer part helps firefighters react to forest fires started by lightning, and keeps hikers safe in the mountains. The map demonstrates it and is open to everybody.',
    map: 'Open the live map',
    contact: 'Write to us',
  },
} satisfies BaseTranslation;

export default about;
