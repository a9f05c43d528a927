import type { BaseTranslation } from '../i18n-types.ts';

const en = {
  nav: {
    label: 'Main navigation',
    main: 'Home',
    map: 'Live map',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    language: 'Language',
    skip: 'Skip to content',
    loading: 'Loading the page',
    homeOf: '{name:string}, home page',
  },
  tools: {
    title: 'Tools',
    analytics: 'History and statistics',
    report: 'Report',
  },
  direction: {
    n: 'north',
    ne: 'north-east',
    e: 'east',
    se: 'south-east',
    s: 'south',
    sw: 'south-west',
    w: 'west',
    nw: 'north-west',
  },
  footer: {
    blurb: 'Live lightning for the Balkans: a map and data for everyone who works or walks under an open sky.',
    quickLinks: 'Quick links',
    service: 'Service',
    about: 'About',
    licences: 'Software licences',
    email: 'E-mail: {email:string}',
    copyright: '© {year:string} {name:string}. All rights reserved.',
  },
  head: {
    landing: { title: 'Balkan Lightning: live lightning map of the Balkans' },
    map: {
      title: 'Live lightning map',
      description:
        'Cloud-to-ground lightning strikes around you and over the whole Balkan region, live on one map: the last ten minutes, hour, six hours or day.',
    },
    fires: { title: 'Fires' },
    lookUp: { title: 'Lightning before a fire' },
    analytics: { title: 'Lightning statistics' },
    proof: { title: 'Forecasts tested' },
    api: { title: 'Data API' },
    report: { title: 'Lightning report' },
    watch: { title: 'Watch a place' },
    contact: { title: 'Contact' },
    privacy: { title: 'Privacy Policy' },
    dataNotice: { title: 'Data notice' },
    terms: { title: 'Terms of Service' },
    accessibility: { title: 'Accessibility statement' },
    sensors: { title: 'Sensor infrastructure' },
    about: { title: 'About the project' },
    places: { title: 'Lightning by town and peak' },
    status: { title: 'Service status' },
    place: { title: 'Lightning near a place' },
    embed: { title: 'Live lightning map to embed' },
    notFound: { title: 'Page not found' },
  },
  error: {
    title: 'Unexpected Application Error!',
    fault:
      'Something on our side went wrong while showing this page. It was not your fault. The page reports such errors to us, without your name or place.',
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
