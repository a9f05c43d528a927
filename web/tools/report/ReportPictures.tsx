import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { AnswerPicture } from '#web/ground/picture/AnswerPicture.tsx';
import type { Picture } from '#web/ground/picture/Picture.ts';
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

/** The widest lies on the map; the ground nearest to the place is seen only closely. */
export function ReportPictures({ question: { position, radiusKm }, rows }: ReportPicturesProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.pictures;
  const km = useCallback((value: number) => reportKmText(value, LL, locale), [LL, locale]);
  const wide = useMemo(() => pictureOf(position, rows, radiusKm, km), [position, rows, radiusKm, km]);
  const near = useMemo(() => pictureOf(position, rows, NEAR_KM, km), [position, rows, km]);
  return (
    <>
      <h3>{words.title()}</h3>
      <div className={styles.pictures}>
        <div>
          <AnswerPicture picture={wide} label={words.wide({ km: km(radiusKm) })} kmText={km} />
          <p className={answer.small}>{words.wide({ km: km(radiusKm) })}</p>
        </div>
        {radiusKm > NEAR_KM && (
          <div>
            <Suspense>
              <PlacePicture picture={near} label={words.near()} kmText={km} />
            </Suspense>
            <p className={answer.small}>{words.near()}</p>
          </div>
        )}
      </div>
    </>
  );
}

function pictureOf(
  position: Position,
  rows: readonly ReportRow[],
  withinKm: number,
  km: (value: number) => string,
): Picture {
  return {
    shape: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    circles: [...new Set([NEAR_KM, withinKm])].map((ring) => ({ km: ring, label: km(ring) })),
    points: rows
      .filter((row) => row.km <= withinKm)
      .slice(0, MOST_DRAWN)
      .map(({ latitude, longitude, number }) => {
        const isNumbered = number <= MOST_NUMBERED;
        return { latitude, longitude, ...(isNumbered ? { id: String(number), label: String(number) } : { label: '' }) };
      }),
  };
}
