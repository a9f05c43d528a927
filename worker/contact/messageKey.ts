/**
 * The key of a message that came without one, from a form without JavaScript: a version 8 UUID hashed from the values,
 * so that resubmitting the same form is the same message.
 */
export async function messageKey(values: Readonly<Record<string, unknown>>): Promise<string> {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sorted)));
  const hex = [...new Uint8Array(digest.slice(0, 16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
