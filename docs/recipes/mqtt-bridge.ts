// Lightning near a place for your own MQTT broker, and so for Home Assistant. Information, not a warning system.
// npm install mqtt, and our client, which we send on request. Then, in Node 24:
// MQTT=mqtt://user:password@192.168.1.2 node mqtt-bridge.ts
import { type FeedHealth, LightningClient, type Strike } from 'balkan-lightning-client';
import { connectAsync } from 'mqtt';

const SITE = process.env.SITE ?? 'https://lightning.example';
const HERE = { latitude: 42.6977, longitude: 23.3219 };
const RADIUS_KM = 25;
const WINDOW_MS = 30 * 60_000;
const LATE_MS = 2 * 60_000;

const AVAILABILITY = 'balkan-lightning/availability';
const STATE = 'balkan-lightning/state';
/** The broker says it for us if we die. */
const will = { topic: AVAILABILITY, payload: Buffer.from('offline'), retain: true, qos: 1 } as const;
const broker = await connectAsync(process.env.MQTT ?? 'mqtt://127.0.0.1', { will });
const publish = (topic: string, payload: string, retain = true) => broker.publishAsync(topic, payload, { retain, qos: 1 });

/** Home Assistant finds these by itself. */
async function introduce(): Promise<void> {
  const common = {
    state_topic: STATE,
    availability_topic: AVAILABILITY,
    state_class: 'measurement',
    device: { identifiers: ['balkan-lightning'], name: 'Balkan Lightning' },
  };
  const sensors = {
    strikes: { name: 'Strikes nearby', unit_of_measurement: 'strikes', icon: 'mdi:flash' },
    nearestKm: { name: 'Nearest strike', unit_of_measurement: 'km', device_class: 'distance' },
  };
  for (const [field, sensor] of Object.entries(sensors)) {
    const config = { ...common, ...sensor, unique_id: `balkan_lightning_${field}`, value_template: `{{ value_json.${field} }}` };
    await publish(`homeassistant/sensor/balkan_lightning_${field}/config`, JSON.stringify(config));
  }
}

function kmFromHere({ latitude, longitude }: Strike): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const cosines = Math.cos(radians(HERE.latitude)) * Math.cos(radians(latitude));
  return 12_742 * Math.asin(Math.sqrt(half(HERE.latitude, latitude) + cosines * half(HERE.longitude, longitude)));
}

const recent = new Map<string, { readonly atMs: number; readonly km: number }>();

function accept(strike: Strike): number | undefined {
  const km = kmFromHere(strike);
  if (km > RADIUS_KM) return undefined;
  recent.set(strike.id, { atMs: strike.atMs, km });
  return Math.round(km * 10) / 10;
}

/** Whether the window's data is complete. Quiet and unknown must never look alike. */
function isKnown({ state, completeToMs = 0, gaps = [] }: FeedHealth, nowMs: number): boolean {
  return state === 'live' && nowMs - completeToMs < LATE_MS && gaps.every(([, toMs]) => toMs <= nowMs - WINDOW_MS);
}

async function notify(known: boolean): Promise<void> {
  for (const [id, { atMs }] of recent) if (atMs < Date.now() - WINDOW_MS) recent.delete(id);
  const distances = [...recent.values()].map(({ km }) => km);
  const nearestKm = distances.length === 0 ? null : Math.round(Math.min(...distances) * 10) / 10;
  if (known) await publish(STATE, JSON.stringify({ strikes: recent.size, nearestKm }));
  await publish(AVAILABILITY, known ? 'online' : 'offline');
}

const north = RADIUS_KM / 111;
const east = north / Math.cos((HERE.latitude * Math.PI) / 180);
const bbox = {
  west: HERE.longitude - east,
  south: HERE.latitude - north,
  east: HERE.longitude + east,
  north: HERE.latitude + north,
};
const key = process.env.LIGHTNING_KEY;
const client = new LightningClient({ origin: SITE, ...(key ? { key } : {}) });

await introduce();
await notify(false);
let known = false;
let pastIsThere = false;
for await (const item of client.live({ bbox })) {
  if (item.type === 'strike') {
    const km = accept(item.strike);
    if (km === undefined) continue;
    const { id, latitude, longitude, atMs } = item.strike;
    const at = new Date(atMs).toISOString();
    await publish('balkan-lightning/strike', JSON.stringify({ id, latitude, longitude, at, km }), false);
    await notify(known);
  } else if (item.type === 'feed') {
    const nowMs = Date.now();
    if (!pastIsThere) {
      const past = client.strikes({ near: HERE, radiusKm: RADIUS_KM, from: nowMs - WINDOW_MS, to: nowMs });
      for await (const strike of past) accept(strike);
      pastIsThere = true;
    }
    known = !item.catchingUp && isKnown(item.feed, nowMs);
    await notify(known);
  } else if (item.type === 'waiting' || item.type === 'reset') {
    known = false;
    await notify(known);
  }
}
