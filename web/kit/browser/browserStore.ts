type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Wraps a storage that may refuse access (blocked site data, full quota): reads then give null, writes do nothing. */
export function forgiving(storage: () => Storage): Store {
  const attempt = <T>(act: (store: Storage) => T): T | null => {
    try {
      return act(storage());
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => attempt((store) => store.getItem(key)),
    setItem: (key, value) => void attempt((store) => store.setItem(key, value)),
    removeItem: (key) => void attempt((store) => store.removeItem(key)),
  };
}

export const localStore = forgiving(() => window.localStorage);
export const sessionStore = forgiving(() => window.sessionStorage);

export const forgetful: Store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
