/** `target` is the databases as wrangler's arguments: `--local …`, or `--remote --env NAME`. */
interface TargetedWords {
  readonly words: readonly string[];
  readonly target: readonly string[];
}

/**
 * Takes `--remote --env staging|production` out of a command's arguments; without both the target is the local state in
 * `stateDir`.
 * @throws RangeError with `usage` if only one of them is given
 */
export function databaseTarget(args: readonly string[], stateDir: string, usage: string): TargetedWords {
  const rest = [...args];
  const at = rest.indexOf('--env');
  const environment = at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '');
  const words = rest.filter((word) => word !== '--remote');
  const remote = words.length < rest.length;
  if (!remote && environment === undefined) return { words, target: ['--local', '--persist-to', stateDir] };
  if (remote && (environment === 'staging' || environment === 'production')) {
    return { words, target: ['--remote', '--env', environment] };
  }
  throw new RangeError(`--remote and --env staging|production must be given together\n\n${usage}`);
}

/** `text` as an SQL expression, safe with any characters. */
export function sqlText(text: string): string {
  const hex = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `CAST(X'${hex}' AS TEXT)`;
}
