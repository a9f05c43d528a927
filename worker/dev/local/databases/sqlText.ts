/** `text` as an SQL expression that no sign in it can end. */
export function sqlText(text: string): string {
  const hex = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `CAST(X'${hex}' AS TEXT)`;
}
