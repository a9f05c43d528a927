const PREFIX = 'key:';

/** Under which an account, or one of its keys, is counted beside networks: no network is called so. */
export function accountName(id: string): string {
  return `${PREFIX}${id}`;
}

/** The account, or the key, that `accountName` named; undefined if the name is a network's. */
export function accountIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}
