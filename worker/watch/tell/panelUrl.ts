/** Of a recipient: the site that its links lead to, and the key by which it may be muted. */
interface Linked {
  readonly origin: string;
  readonly id: string;
  readonly muteKey: string;
}

/**
 * Where the message leads: the area's panel, at which this recipient can be muted. The fragment goes to no server; opening
 * the link changes nothing.
 */
export function panelUrl(
  { origin, id, muteKey }: Linked,
  book: { readonly id: string; readonly language: string },
  area: string,
): string {
  return `${origin}/${book.language}/watch/${book.id}/${area}#mute=${id}.${muteKey}`;
}
