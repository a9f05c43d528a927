import { AreaNotifier } from './AreaNotifier.ts';
import { EarlyNotifier } from './EarlyNotifier.ts';
import { type WatchContext, WatchEngine } from './engine.ts';
import { FireNotifier } from './FireNotifier.ts';
import { DeliveryPump } from './send.ts';
import { storeRecipient } from './upkeep.ts';
import { openStores, type WatchDeps } from './WatchStores.ts';

export interface OpenWatch extends WatchContext {
  readonly pump: DeliveryPump;
  readonly early: EarlyNotifier;
  readonly fireNotifier: FireNotifier;
}

export function openWatch(around: WatchDeps): OpenWatch {
  const stores = openStores(around);
  const watch = { ...stores, engine: new WatchEngine(stores, new AreaNotifier(stores)) };
  const pump = new DeliveryPump({
    ...watch,
    storeRecipient: (after, before) => storeRecipient(watch, after, before),
  });
  return { ...watch, pump, early: new EarlyNotifier(watch), fireNotifier: new FireNotifier(watch) };
}
