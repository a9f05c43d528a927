/** ISO 8601 in UTC without a fraction, as popups and exports show it: `2026-07-01T12:00:00Z`. */
export declare function isoSeconds(atMs: number): string;
/** ISO 8601 in UTC with milliseconds, as the API writes it: `2026-07-01T12:00:00.123Z`. */
export declare function isoMillis(atMs: number): string;
/**
 * The milliseconds since the Unix epoch of an ISO 8601 instant with an offset; undefined for any other text. Impossible
 * dates (`2026-02-30`) and times without a zone are refused, because their meaning would depend on the machine.
 */
export declare function parseIsoInstant(text: string): number | undefined;
