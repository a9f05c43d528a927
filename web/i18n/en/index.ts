import type { BaseTranslation } from '../i18n-types.ts';

const en = {
  nav: {
    label: 'Main navigation',
    main: 'Home',
    map: 'Live map',
    sensors: 'Sensor infrastructure',
    contact: 'Contact',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    language: 'Language',
    skip: 'Skip to content',
    loading: 'Loading the page',
    homeOf: '{name:string}, home page',
  },
  footer: {
    blurb: 'Live lightning for the Balkans: a map and data for everyone who works or walks under an open sky.',
    quickLinks: 'Quick links',
    legal: 'Legal',
    map: 'Live map',
    about: 'About',
    contact: 'Contact',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    licences: 'Software licences',
    email: 'E-mail: {email:string}',
    copyright: '© {year:string} {name:string}. All rights reserved.',
  },
  head: {
    imageAlt: 'Lightning strikes on a map of the Balkans',
    landing: {
      title: 'Balkan Lightning: live lightning map of the Balkans',
      description:
        'See cloud-to-ground lightning over the Balkans as it happens: a live map, history, data access and sensor networks for people on duty.',
    },
    map: {
      title: 'Live lightning map',
      description:
        'Cloud-to-ground lightning strikes around you and over the whole Balkan region, live on one map: the last ten minutes, hour, six hours or day.',
    },
    watch: {
      title: 'Watch a place',
      description: 'Clear, watch, warning or stop for one place, and a plain word when there is no data.',
    },
    contact: {
      title: 'Contact',
      description:
        'Ask about lightning data, API access, sensor projects or a tailor-made application. Write to us and we will answer soon.',
    },
    privacy: {
      title: 'Privacy Policy',
      description:
        'What we collect, why, and what your rights are. We do not sell personal data, and your location is used only with your consent.',
    },
    terms: {
      title: 'Terms of Service',
      description: 'The terms for using the lightning map, the data and our subscription plans.',
    },
    sensors: {
      title: 'Sensor infrastructure',
      description:
        'Lightning and weather sensors planned, installed and looked after for you: from the first consultation to data in your own systems.',
    },
    about: {
      title: 'About the project',
      description:
        'What this project is, how lightning is located, what cloud-to-ground data can and cannot tell you, and who stands behind it.',
    },
    notFound: {
      title: 'Page not found',
      description: 'There is no page at this address.',
    },
  },
  error: {
    title: 'Unexpected Application Error!',
    fault: 'Something on our side went wrong while showing this page. Nothing you did caused it.',
    chunk:
      'A part of this page failed to load (chunk load error). Your connection may be slow, or a newer version of the site has just been published.',
    retry: 'Try again',
    home: 'Go to the home page',
  },
  notFound: {
    title: 'No page at this address',
    text: 'The link may be old or mistyped. These pages exist:',
  },
  noScript: {
    map: 'The live map needs JavaScript. Please switch it on.',
  },
  legal: {
    englishOnly: 'This document is available in English only.',
  },
} satisfies BaseTranslation;

export default en;
