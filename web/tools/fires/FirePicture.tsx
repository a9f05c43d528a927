import { useMemo } from 'react';
import type { FireBody } from '#shared/fires/bodies.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { AnswerPicture } from '#web/ground/picture/AnswerPicture.tsx';
import type { Picture } from '#web/ground/picture/Picture.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { distanceText } from '#web/sky/words/placeText.ts';
import styles from './Fires.module.css';

interface FirePictureProps {
  readonly fire: FireBody;
  readonly strikes: readonly (Strike | undefined)[];
}

/** The fire and its candidates by their numbers: on the map, and in print. */
export function FirePicture({ fire: { latitude, longitude }, strikes }: FirePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => pictureOfHotspots({ latitude, longitude }, strikes, (km) => distanceText(km, LL, locale)),
    [latitude, longitude, strikes, LL, locale],
  );
  return (
    <div className={styles.picture}>
      <AnswerPicture picture={picture} label={LL.fireList.picture()} kmText={(km) => distanceText(km, LL, locale)} />
    </div>
  );
}

const NEAR_KM = 2;
const SEARCHED_KM = 10;

export function pictureOfHotspots(
  fire: Position,
  strikes: readonly (Strike | undefined)[],
  kmText: (km: number) => string,
): Picture {
  const { latitude, longitude } = fire;
  // The map fits everything in the picture: distance rings without lightning would squeeze the rest.
  const isNear = strikes.every((strike) => !strike || distanceKm(strike, fire) <= NEAR_KM);
  return {
    shape: { type: 'Point', coordinates: [longitude, latitude] },
    circles: (isNear ? [NEAR_KM] : [NEAR_KM, SEARCHED_KM]).map((km) => ({ km, label: kmText(km) })),
    points: strikes.flatMap((strike, index) =>
      strike
        ? [{ id: strike.id, latitude: strike.latitude, longitude: strike.longitude, label: String(index + 1) }]
        : [],
    ),
  };
}
