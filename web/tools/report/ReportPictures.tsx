import { lazy, Suspense } from 'react';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import answer from '#web/tools/ask/AskAnswer.module.css';
import styles from './Report.module.css';
import type { ReportRow } from './reportRows.ts';
import { reportKmText } from './reportText.ts';

const PlacePicture = lazy(async () => ({
  default: (await withinChunkTimeout(import('#web/ground/picture/PlacePicture.tsx'))).PlacePicture,
}));

/** More numbers would hide each other. */
const MOST_NUMBERED = 20;
const MOST_DRAWN = 2_000;
const NEAR_KM = 1;

interface ReportPicturesProps {
  readonly question: Pick<ReportQuestion, 'position' | 'radiusKm'>;
  readonly rows: readonly ReportRow[];
}

export function ReportPictures({ question: { position, radiusKm }, rows }: ReportPicturesProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.pictures;
  const shape = { type: 'Point', coordinates: [position.longitude, position.latitude] } as const;
  const km = (value: number) => reportKmText(value, LL, locale);
  const pictureOf = (withinKm: number) => ({
    shape,
    circles: [...new Set([NEAR_KM, withinKm])].map((ring) => ({ km: ring, label: km(ring) })),
    points: rows
      .filter((row) => row.km <= withinKm)
      .slice(0, MOST_DRAWN)
      .map(({ latitude, longitude, number }) => ({
        latitude,
        longitude,
        label: number <= MOST_NUMBERED ? String(number) : '',
      })),
  });
  const pictures = [
    ...(radiusKm > NEAR_KM ? [{ withinKm: radiusKm, label: words.wide({ km: km(radiusKm) }) }] : []),
    { withinKm: NEAR_KM, label: words.near() },
  ];
  return (
    <>
      <h3>{words.title()}</h3>
      <div className={styles.pictures}>
        {pictures.map(({ withinKm, label }) => (
          <div key={withinKm}>
            <Suspense>
              <PlacePicture picture={pictureOf(withinKm)} label={label} kmText={km} />
            </Suspense>
            <p className={answer.small}>{label}</p>
          </div>
        ))}
      </div>
    </>
  );
}
