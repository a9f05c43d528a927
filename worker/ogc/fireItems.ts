import { hotspotKey } from '#shared/fires/Hotspot.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import type { KeptHotspot } from '#worker/fires/HotspotTable.ts';
import { toldFire, toldPower, toldUnread } from '#worker/fires/toldFire.ts';
import type { Feature } from './features.ts';

const madeUp = (simulated: boolean) => (simulated ? { simulated } : {});

export function fireFeature(fire: KeptFire, simulated: boolean): Feature {
  const [best] = fire.candidates;
  const { latitude, longitude, frpMw } = toldFire(fire);
  return {
    type: 'Feature',
    id: fire.id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ firstSeen: isoMillis(fire.firstSeenMs), lastSeen: isoMillis(fire.lastSeenMs) },
      ...{ static: fire.isStatic, frpMw, state: fire.state, chance: fire.chance },
      ...toldUnread(fire),
      ...(best
        ? {
            ...{ strikeId: best.strikeId, strikeAt: best.timestamp },
            ...{ strikeKm: best.distanceKm, strikeShare: best.share },
          }
        : {}),
      ...madeUp(simulated),
    },
  };
}

export function hotspotFeature(hotspot: KeptHotspot, simulated: boolean): Feature {
  const { longitude, latitude, atMs, satellite, scanKm, trackKm, frpMw, confidence, isDay, fire, withdrawn } = hotspot;
  return {
    type: 'Feature',
    id: hotspotKey(hotspot),
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ at: isoMillis(atMs), satellite, scanKm, trackKm, frpMw: toldPower(frpMw), confidence, day: isDay },
      ...(fire === null ? {} : { fire }),
      withdrawn,
      ...madeUp(simulated),
    },
  };
}
