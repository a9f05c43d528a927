import { type KeptSky, type PackedSky, unpackSky } from '#web/strikes/KeptSky.ts';

const DATABASE = 'sky';
const STORE = 'kept';
const KEY = 'newest';

/** What this device kept of the sky; undefined if that is nothing, too old, or storage refuses. `nowMs` is its time. */
export async function loadSky(nowMs: number): Promise<KeptSky | undefined> {
  const stored = await inStore('readonly', (store) => store.get(KEY)).catch(() => undefined);
  return unpackSky(stored, nowMs);
}

/** Keeps it instead of what was kept before. A storage that refuses is no trouble: the map then has nothing offline. */
export async function saveSky(packed: PackedSky): Promise<void> {
  await inStore('readwrite', (store) => store.put(packed, KEY)).catch(() => undefined);
}

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
