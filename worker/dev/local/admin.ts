import { runNamed } from './runNamed.ts';

/** `npm run admin -- COMMAND`: manual commands of an operator. */

await runNamed('admin', {
  keys: ['keys of the API: list, make, rotate, revoke, and what they were used for', () => import('./keys.ts')],
  outbox: [
    'contact messages that wait or could not be delivered: list, show, retry, erase',
    () => import('./outbox.ts'),
  ],
  source: ['probe NAME asks a source of strikes once, and says what it is and tells', () => import('./source.ts')],
  vapid: ['makes a pair of keys for push messages', () => import('./vapidKeys.ts')],
  basemap: ['FILE.osm.pbf [OUT.pmtiles] makes tiles of your own', () => import('../basemap/makeBasemap.ts')],
});
