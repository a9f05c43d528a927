const FROM_HOUR = 22;
const TO_HOUR = 6;

/** Whether it is night by this device's clock on the wall: from 22 to 6 o'clock, local time. */
export function isNight(atMs: number): boolean {
  const hour = new Date(atMs).getHours();
  return hour >= FROM_HOUR || hour < TO_HOUR;
}
