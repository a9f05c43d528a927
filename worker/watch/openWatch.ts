import { AreaNotifier } from './AreaNotifier.ts';
import { EarlyNotifier } from './EarlyNotifier.ts';
import { type WatchContext, WatchEngine } from './engine.ts';
import { DeliveryPump } from './send.ts';
import { storeRecipient } from './upkeep.ts';
import { openStores, type WatchDeps } from './WatchStores.ts';

/** Notifies recipients of what a feature knows, after everything else. Called after each look. Never rejects. */
export interface FeatureNotifier {
  run(): Promise<void>;
}

export type OpenNotifier = (watch: WatchContext) => FeatureNotifier;

export interface OpenWatch extends WatchContext {
  readonly pump: DeliveryPump;
  readonly early: EarlyNotifier;
  readonly notifiers: readonly FeatureNotifier[];
}

export function openWatch(around: WatchDeps, notifiers: readonly OpenNotifier[]): OpenWatch {
  const stores = openStores(around);
  const watch = { ...stores, engine: new WatchEngine(stores, new AreaNotifier(stores)) };
  const pump = new DeliveryPump({
    ...watch,
    storeRecipient: (after, before) => storeRecipient(watch, after, before),
  });
  return { ...watch, pump, early: new EarlyNotifier(watch), notifiers: notifiers.map((open) => open(watch)) };
}
