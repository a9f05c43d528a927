export type LogLevel = 'info' | 'warn' | 'error';

/** Never personal data: no addresses, names, message bodies or raw query strings. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

/** Writes one JSON line per event, the form that Workers Logs indexes. */
export const log: Log = (level, event, fields = {}) => {
  const line = JSON.stringify({ level, event, ...fields });
  // biome-ignore lint/suspicious/noConsole: the runtime logs what goes to its console
  console[level](line);
};
