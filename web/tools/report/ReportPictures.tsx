import { useMemo } from 'react';
import { AnswerPicture, LazyPlacePicture, PaperOnly } from '#web/ground/picture/AnswerPicture.tsx';
import type { Picture } from '#web/ground/picture/Picture.ts';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import styles from './Report.module.css';
import type { ReportRow } from './reportRows.ts';
import { reportKmText } from './reportText.ts';

/** More numbers would hide each other. */
export const MOST_NUMBERED = 20;
const MOST_DRAWN = 2_000;
const NEAR_KM = 1;

interface ReportPicturesProps {
  readonly question: Pick<ReportQuestion, 'position' | 'radiusKm'>;
  readonly rows: readonly ReportRow[];
}

/** All strokes on the map; in print also a separate picture of the nearest ones. */
export function ReportPictures({ question, rows }: ReportPicturesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.pictures;
  const { radiusKm } = question;
  const [wide, near] = useMemo(() => {
    const km = (value: number) => reportKmText(value, LL, locale);
    return [
      pictureOfReport(question, rows, km),
      pictureOfReport({ ...question, radiusKm: NEAR_KM }, rows, km),
    ] as const;
  }, [question, rows, LL, locale]);
  const km = (value: number) => reportKmText(value, LL, locale);
  return (
    <div className={styles.pictures}>
      <div>
        <AnswerPicture picture={wide} label={texts.wide({ km: km(radiusKm) })} kmText={km} />
        <PaperOnly>
          <p className={answer.small}>{texts.wide({ km: km(radiusKm) })}</p>
        </PaperOnly>
      </div>
      {radiusKm > NEAR_KM && (
        <PaperOnly>
          <LazyPlacePicture picture={near} label={texts.near()} kmText={km} />
          <p className={answer.small}>{texts.near()}</p>
        </PaperOnly>
      )}
    </div>
  );
}

/** The place, its distances and the strokes within the widest; the first rows of the table with their numbers. */
function pictureOfReport(
  { position, radiusKm }: ReportPicturesProps['question'],
  rows: readonly ReportRow[],
  kmText: (km: number) => string,
): Picture {
  return {
    shape: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    circles: [...new Set([NEAR_KM, radiusKm])].map((km) => ({ km, label: kmText(km) })),
    points: rows
      .filter(({ km }) => km <= radiusKm)
      .slice(0, MOST_DRAWN)
      .map(({ id, latitude, longitude, number }) => ({
        id,
        latitude,
        longitude,
        label: number <= MOST_NUMBERED ? String(number) : '',
      })),
  };
}
