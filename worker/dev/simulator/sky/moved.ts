const KM_PER_DEGREE = 111.2;

/** The point `eastKm` and `northKm` from `place`. Flat-earth arithmetic, accurate to 1 % at these distances. */
export function moved(
  place: { readonly longitude: number; readonly latitude: number },
  eastKm: number,
  northKm: number,
): { longitude: number; latitude: number } {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
  return { longitude: place.longitude + eastKm / kmPerDegreeEast, latitude: place.latitude + northKm / KM_PER_DEGREE };
}
