export type LogLevel = 'info' | 'warn' | 'error';

/** Fields of one log line. No personal data: no addresses, no names, no message bodies, no raw query strings. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

/** Writes one JSON line per event, which is what Workers Logs indexes. */
export const log: Log = (level, event, fields = {}) => {
  const line = JSON.stringify({ level, event, ...fields });
  // biome-ignore lint/suspicious/noConsole: the runtime's log is its console
  console[level](line);
};
