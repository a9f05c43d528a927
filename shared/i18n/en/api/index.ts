import type { BaseTranslation } from '../../i18n-types.ts';

const api = {
  title: 'Lightning data for your software',
  lead: 'Strikes over the Balkans by HTTP: live as they come, and as history. Try the last hour without a key. Professional and Enterprise have API access.',
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'That did not work. Select the text and copy it by hand.',
  open: {
    title: 'Open it in…',
    lead: 'The same data in a program that you know already: copy one line.',
    key: 'These lines read more than the last hour, so they need an API key. Give it as the password, with any user name. Google Sheets cannot send one.',
    qgis: {
      where: 'Layer → Add Layer → WFS / OGC API – Features → New: this address',
      says: '“strikes-24h” is the last day, “data-gaps” lists data gaps. Press F5 to reload.',
      link: 'Layers with colours and times for QGIS (lightning.qlr)',
    },
    duckdb: {
      where: 'A whole day, in UTC, with the key of a plan',
      says: 'Each day that is over is a GeoParquet file.',
      link: 'All days and their files',
    },
    pandas: {
      where: 'Python, with geopandas: the last 24 hours, the newest 10,000 strikes',
      says: 'The script reads every page, and checks the data gaps before it calls an hour quiet.',
    },
    homeAssistant: {
      where: 'Settings → Devices & services → Add integration → GeoJSON: this address',
      says: 'Draws the last day on your map. A map without strikes is no quiet sky: automations need the recipe.',
    },
    sheet: {
      name: 'A spreadsheet',
      where: 'Google Sheets; in Excel and LibreOffice the address alone: Data → From Web',
      says: 'Put your place and day into it. If decimals are shown with a comma, import it as English (USA).',
    },
  },
  what: {
    title: 'What it is',
    isCloud: 'Cloud-to-ground strikes: where and when lightning reached the ground.',
    isSame: 'The same data that the map shows, from the same feed.',
    isHonest: 'Every answer says what of your question was not read.',
    notTitle: 'What it is not',
    notWarning: 'It is information, not a warning system. Do not rely on it for safety.',
    notAll: 'It is not complete: networks miss some strikes, weak ones most of all, and some arrive late.',
    notExact: 'It is not exact: a position may be off by some hundred metres, sometimes by kilometres.',
  },
  near: {
    title: 'Strikes near a place',
    lead: 'All strikes within 2 km of a pylon in the last hour. Paste it into a terminal.',
    caption: 'curl, as on Linux',
    macos: 'On macOS write {date:string} for the time an hour ago.',
    text: 'Give a place and a radius of up to {radiusKm:number} km, or a box. One question spans up to {days:number} days.',
  },
  stream: {
    title: 'The live stream',
    lead: 'New strikes are sent to you as server-sent events. There is no polling, and a strike is there a moment after we know of it.',
    script: 'JavaScript: in a browser without changes, in Node 22 or newer with --experimental-eventsource',
    python: 'Python 3, standard library only',
    client:
      'There is a client in TypeScript too, for browsers and Node. It resumes, respects Retry-After, notices silence and gives you each strike once. We send it on request.',
    ask: 'Ask for the client',
  },
  hooks: {
    title: 'Alerts to your server',
    lead: 'A place that you watch can call a webhook. All types of message are in the OpenAPI document under “webhooks”.',
    verify: 'Check the signature of Standard Webhooks over the raw body.',
    once: 'Take each “webhook-id” once: unanswered messages are retried.',
    newest: 'Ignore messages about an area with a lower “change” than one you have seen.',
    echo: 'Echo “challenge”: before that nothing else is sent.',
    watch: 'Watch a place',
  },
  formats: {
    title: 'Formats',
    format: 'Format',
    use: 'Good for',
    json: 'programs; every answer has it',
    geojson: 'maps and GIS',
    csv: 'spreadsheets',
    kml: 'Google Earth',
    sse: 'the stream',
    choose:
      'Choose with {parameter:string}. Times are ISO 8601 in UTC; in the stream they are milliseconds since 1970. Positions are WGS 84 degrees.',
  },
  reading: {
    title: 'What was read, and how to go on',
    complete:
      'Data is complete up to this instant, except for “gaps”. Newer strikes may still arrive. Null: no data yet.',
    gaps: 'Intervals without data. No strikes there does not mean no lightning.',
    next: 'Address of the next page. Follow it to the last page: an empty page can still have a next one.',
    feed: 'Whether the feed is live, in each “hb” of the stream, every 15 s. A quiet stream is a quiet sky only while it is “live”.',
    resumeTitle: 'After a break',
    resume:
      'Open the stream again with the last id you received, as Last-Event-ID or as “since”. Browsers do so by themselves. You get what you missed, each strike once.',
    reset:
      'If the stream says “reset”, that id is too old: ask /strikes for the time you missed, and go on with the stream.',
    away: 'If it says “away”, or the answer is 429 or 503, wait for the Retry-After delay, then come back.',
    silent: 'If nothing comes for 45 s, the connection is dead: open it again, after a random delay that grows.',
  },
  limits: {
    title: 'Limits',
    lead: 'API access is part of Professional and Enterprise. Everyone may try the API without a key.',
    demo: 'This site is a demonstration. Here the API is open to everyone without a key, within a fair use for each network.',
    plan: 'Plan',
    units: 'Units a minute',
    streams: 'Streams at once',
    history: 'History',
    noKey: 'Without a key',
    lastHour: 'the last hour',
    days: '{days|number} days',
    noApi: 'no API access',
    unit: 'A call is one unit, and one more for each {rows|number} rows of the archive that had to be searched. Short spans and small boxes cost less.',
    pace: 'Ask evenly: past {professional|number} calls a second (Professional) or {enterprise|number} (Enterprise), a call waits. After two seconds it gets 429.',
    headers:
      'With a key, {limit:string} and {policy:string} say what is left, in every answer but the stream. Beyond the limit you get 429 with Retry-After.',
    trial:
      'Without a key, all who ask from your network share these limits. Older data, daily files and OGC collections need a key.',
    plans: 'Talk to us about a plan',
  },
  keys: {
    title: 'Keys',
    sent: 'Send a key in a header. On the stream, and only there, it may stand in the address, because EventSource sends no headers.',
    caption: 'Two ways to send a key',
    scopes: 'A key has scopes: “read” for every answer that ends, “live” for the stream.',
    get: 'You get one from us: write which plan you need and what for.',
    link: 'Ask for a key',
    revoked:
      'A key that is revoked is refused at most 60 s later, and its streams are closed. Keep it out of web pages: anyone can read it there.',
  },
  errors: {
    title: 'Errors',
    lead: 'Every error is application/problem+json with a code that never changes its meaning, and “errors” names the parameter and the rule it broke.',
    status: 'Status',
    code: 'Code',
    meaning: 'What to do',
    invalidParameters: 'Correct the parameter that is named.',
    invalidKey: 'Check the key; it may be revoked or expired.',
    planRequired: 'Send the key of a plan with API access.',
    missingScope: 'Use a key with this scope.',
    notFound: 'Not found. Do not retry.',
    rateLimited: 'Wait for as many seconds as Retry-After says.',
    busy: 'Service busy: retry after the Retry-After delay.',
    unavailable: 'Temporarily unavailable: retry after the Retry-After delay.',
    internal: 'Server error. Retry later.',
  },
  terms: {
    title: 'What you may do with the data',
    use: 'You may use what you get in your own work and products, within the limits above.',
    attribution: 'Please name the source where people see the data, with a link to this site:',
    caption: 'Attribution',
    by: 'Lightning data: {name:string}, {origin:string}',
    simulated:
      'An instance may run on simulated storms. The stream’s “hello” and /status say so: “source” is “simulated”.',
    more: 'The rest is in the Terms of Service',
  },
  embedding: { title: 'The map on your own page' },
  recipes: {
    title: 'Recipes',
    lead: 'Whole files to copy. Each distinguishes a quiet sky from missing data.',
  },
  part: {
    loading: 'Loading …',
    failed: 'This part of the page did not load. Reload the page to try again.',
  },
  reference: {
    title: 'Every call',
    lead: 'The reference shows the OpenAPI document. That is generated from the schemas that validate requests.',
    tryIt: 'Try it',
    tried:
      'Every call that only reads can be tried there. It goes from your browser to the real API, and what comes back is shown.',
    show: 'Show the reference',
    size: 'It loads about half a megabyte.',
    document: 'The OpenAPI document',
  },
} satisfies BaseTranslation;

export default api;
