const STORE = 'kept';
/** Safari's storage sometimes never responds. */
const TIMEOUT_MS = 2_000;

/**
 * Runs `work` on this device's database `name`, and resolves with its result once that is stored.
 * @throws DOMException if storage is unavailable or full; Error if it does not respond within two seconds
 */
export function inDatabase<T>(name: string, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`No answer from ${name} within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, 'readwrite');
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
