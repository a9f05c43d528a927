/** Of one recipient: the key in the links of its own messages, by which it may be muted and nothing else. */
export interface MuteKey {
  readonly recipient: string;
  readonly key: string;
}

const MUTE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

/** Reads `#mute={recipient}.{key}`: undefined if the fragment is about something else, null if it is not whole. */
export function parseMuteKey(hash: string): MuteKey | null | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('mute');
  if (text === null) return undefined;
  const [, recipient, key] = MUTE.exec(text) ?? [];
  return recipient && key ? { recipient, key } : null;
}
