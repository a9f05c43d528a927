const ID = /^[0-9a-z]{16}$/;

/** The fire in a fragment, `#fire=<id>`; null if its id is malformed, undefined if there is none. */
export function parseFireAddress(hash: string): string | null | undefined {
  const id = new URLSearchParams(hash.replace(/^#/, '')).get('fire');
  return id === null ? undefined : ID.test(id) ? id : null;
}

export function formatFireAddress(id: string | undefined): string {
  return id === undefined ? '' : `#fire=${id}`;
}
