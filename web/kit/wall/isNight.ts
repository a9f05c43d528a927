const FROM_HOUR = 22;
const TO_HOUR = 6;

/** Whether it is night in this device's time zone: from 22:00 to 6:00. */
export function isNight(atMs: number): boolean {
  const hour = new Date(atMs).getHours();
  return hour >= FROM_HOUR || hour < TO_HOUR;
}
