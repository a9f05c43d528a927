/**
 * A network as it is stored: 16 hexadecimal digits that count messages and, once the day's salt is deleted, lead back to
 * no address.
 */
export async function networkHash(salt: string, network: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${network}`));
  return [...new Uint8Array(digest.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
