/** A time zone in which it is around noon now, at `utcHour`. Its sign is the other way round: Etc/GMT-3 is UTC+3. */
export function zoneOfNoon(utcHour: number): string {
  const aheadHours = 12 - utcHour;
  return `Etc/GMT${aheadHours > 0 ? '-' : '+'}${Math.abs(aheadHours)}`;
}
