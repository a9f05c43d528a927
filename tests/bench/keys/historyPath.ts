const HOUR_MS = 3_600_000;
let asked = 0;

/** A question about the last day around a place that nobody asked before, so that no cache answers it. */
export function historyPath(): string {
  asked += 1;
  const toMs = Date.now();
  const from = new Date(toMs - 24 * HOUR_MS - asked).toISOString();
  const near = `42.${String(process.pid % 1_000).padStart(3, '0')},23.${String(asked % 1_000).padStart(3, '0')}`;
  return `/api/v1/strikes?near=${near}&radiusKm=5&from=${from}&to=${new Date(toMs).toISOString()}`;
}
