/**
 * The names in what `wrangler secret list --format json` printed; undefined where it printed no list. A Worker that was
 * never deployed has none.
 */
export function secretNames(output: string): string[] | undefined {
  if (/Worker "[^"]*"( \(env: \w+\))? not found\./.test(output)) return [];
  const [list] = /\[[\s\S]*\]/.exec(output) ?? [];
  try {
    const parsed: unknown = JSON.parse(list ?? '');
    return Array.isArray(parsed) ? parsed.map(({ name }: { name: string }) => name) : undefined;
  } catch {
    return undefined;
  }
}
