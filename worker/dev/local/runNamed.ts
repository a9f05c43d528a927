/** Commands by name: a one-line description, and the program, which reads `process.argv` as if it were run directly. */
export type NamedCommands = Readonly<Record<string, readonly [does: string, load: () => Promise<unknown>]>>;

/** One line for each command of `npm run SCRIPT -- NAME`. */
export function commandList(script: string, commands: NamedCommands): string {
  const widest = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, [does]]) => `  ${name.padEnd(widest)}  ${does}`);
  return [`usage: npm run ${script} -- COMMAND …`, '', ...lines].join('\n');
}

/** Runs the command in the first argument. Without one, or with an unknown name, lists them and exits with 2. */
export async function runNamed(script: string, commands: NamedCommands): Promise<void> {
  const [name = ''] = process.argv.slice(2);
  if (!Object.hasOwn(commands, name)) {
    const unknown = name === '' ? '' : `There is no command "${name}".\n`;
    process.stderr.write(`${unknown}${commandList(script, commands)}\n`);
    process.exitCode = 2;
    return;
  }
  process.argv.splice(2, 1);
  await commands[name]?.[1]();
}
