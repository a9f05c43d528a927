import { useMemo } from 'react';
import type { CandidateView } from '#shared/lookUp/LookUpView.ts';
import { PlacePicture } from '#web/ground/picture/PlacePicture.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { kmText } from '#web/tools/lookUp/words/candidateText.ts';
import styles from './Answer.module.css';
import { pictureOfFire } from './pictureOfFire.ts';

interface CandidatePictureProps {
  readonly question: LookUpQuestion;
  readonly candidates: readonly CandidateView[];
  /** How many of them the list shows. */
  readonly listed: number;
  readonly radius50Km: number;
}

/** The fire and the candidates around it. */
export default function CandidatePicture({ question, candidates, listed, radius50Km }: CandidatePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfFire(question, candidates, listed, radius50Km, (km) => kmText(km, LL, locale)),
    [question, candidates, listed, radius50Km, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <PlacePicture picture={picture} label={LL.lookUp.picture()} kmText={(km) => kmText(km, LL, locale)} />
      {candidates.length > 0 && (
        <p className={styles.small}>{LL.lookUp.dashed({ half: kmText(radius50Km, LL, locale) })}</p>
      )}
    </div>
  );
}
