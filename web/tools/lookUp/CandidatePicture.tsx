import { useMemo } from 'react';
import type { CandidateView, LookUpView } from '#shared/lookUp/bodies.ts';
import { ownEllipse, roundEllipse } from '#shared/lookUp/candidatesOf.ts';
import { AnswerPicture } from '#web/ground/picture/AnswerPicture.tsx';
import type { Picture } from '#web/ground/picture/Picture.ts';
import type { LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import styles from './LookUpResults.module.css';
import { bestStroke, lookUpKmText } from './lookUpText.ts';

interface CandidatePictureProps {
  readonly question: LookUpQuestion;
  readonly candidates: readonly CandidateView[];
  readonly listed: number;
  readonly accuracy: LookUpView['accuracy'];
}

export function CandidatePicture({ question, candidates, listed, accuracy }: CandidatePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfFire(question, candidates, listed, accuracy, (km) => lookUpKmText(km, LL, locale)),
    [question, candidates, listed, accuracy, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <AnswerPicture picture={picture} label={LL.lookUp.picture()} kmText={(km) => lookUpKmText(km, LL, locale)} />
      {candidates.length > 0 && (
        <p className={answer.small}>
          {accuracy.ellipseShare === undefined
            ? LL.lookUp.dashed({ half: lookUpKmText(accuracy.radius50Km, LL, locale) })
            : LL.lookUp.dashedOwn()}
        </p>
      )}
    </div>
  );
}

/** More numbers, or ellipses, would hide each other. */
const MOST_NUMBERED = 20;
const MOST_ELLIPSES = 3;
const CIRCLES_KM = [1, 2, 6, 10];

/** The fire, the searched distance and the next smaller circle, and the candidates: the `listed` ones by rank. */
export function pictureOfFire(
  { shape, radiusKm }: LookUpQuestion,
  candidates: readonly CandidateView[],
  listed: number,
  { radius50Km, ellipseShare }: Pick<LookUpView['accuracy'], 'radius50Km' | 'ellipseShare'>,
  lookUpKmText: (km: number) => string,
): Picture {
  const assumed = roundEllipse(radius50Km);
  return {
    shape,
    circles: CIRCLES_KM.filter((km) => km === radiusKm || (km === 1 && radiusKm > 2) || (km === 2 && radiusKm > 6)).map(
      (km) => ({ km, label: lookUpKmText(km) }),
    ),
    points: candidates.flatMap((candidate, index) => {
      const stroke = bestStroke(candidate);
      if (!stroke) return [];
      const { latitude, longitude } = stroke;
      const label = index < Math.min(listed, MOST_NUMBERED) ? String(index + 1) : '';
      const ellipse = ownEllipse(stroke, ellipseShare) ?? assumed;
      return [{ id: candidate.best, latitude, longitude, label, ...(index < MOST_ELLIPSES ? { ellipse } : {}) }];
    }),
  };
}
