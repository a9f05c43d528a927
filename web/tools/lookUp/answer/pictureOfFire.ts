import { ASSUMED_ELLIPSE } from '#shared/lookUp/Ellipse.ts';
import type { CandidateView } from '#shared/lookUp/LookUpView.ts';
import type { Picture } from '#web/ground/picture/Picture.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { bestStroke } from '#web/tools/lookUp/words/bestStroke.ts';

/** More numbers would hide each other, and so would more ellipses. */
const MOST_NUMBERED = 20;
const MOST_ELLIPSES = 3;
const CIRCLES_KM = [1, 2, 6, 10];

/** The fire, the distance that was searched and the nearest of those below it, and the candidates: those `listed` beside it by their ranks. */
export function pictureOfFire(
  { shape, radiusKm }: LookUpQuestion,
  candidates: readonly CandidateView[],
  listed: number,
  radius50Km: number,
  kmText: (km: number) => string,
): Picture {
  const ellipse = { ...ASSUMED_ELLIPSE, semiMajorKm: radius50Km, semiMinorKm: radius50Km };
  return {
    shape,
    circles: CIRCLES_KM.filter((km) => km === radiusKm || (km === 1 && radiusKm > 2) || (km === 2 && radiusKm > 6)).map(
      (km) => ({ km, label: kmText(km) }),
    ),
    points: candidates.flatMap((candidate, index) => {
      const stroke = bestStroke(candidate);
      if (!stroke) return [];
      const { latitude, longitude } = stroke;
      const label = index < Math.min(listed, MOST_NUMBERED) ? String(index + 1) : '';
      return [{ latitude, longitude, label, ...(index < MOST_ELLIPSES ? { ellipse } : {}) }];
    }),
  };
}
