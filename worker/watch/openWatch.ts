import { AreaTeller } from './AreaTeller.ts';
import { EarlyTeller } from './EarlyTeller.ts';
import { type WatchContext, WatchEngine } from './engine.ts';
import { FireTeller } from './FireTeller.ts';
import { DeliveryPump } from './send.ts';
import { keepRecipient } from './upkeep.ts';
import { openStores, type WatchSurroundings } from './WatchStores.ts';

export interface OpenWatch extends WatchContext {
  readonly pump: DeliveryPump;
  readonly early: EarlyTeller;
  readonly fireTeller: FireTeller;
}

export function openWatch(around: WatchSurroundings): OpenWatch {
  const stores = openStores(around);
  const watch = { ...stores, engine: new WatchEngine(stores, new AreaTeller(stores)) };
  const pump = new DeliveryPump({
    ...watch,
    keepRecipient: (after, before) => keepRecipient(watch, after, before),
  });
  return { ...watch, pump, early: new EarlyTeller(watch), fireTeller: new FireTeller(watch) };
}
