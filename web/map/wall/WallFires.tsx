import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { FiresBody } from '#shared/fires/FiresBody.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Polygon } from '#shared/geo/shape/Shape.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { firesNow, followFires } from '#web/sky/fires/firesNow.ts';
import { clockText } from '#web/sky/words/timeText.ts';
import { type FiresOnWall, firesOnWall, inArea } from './firesOnWall.ts';
import styles from './WallColumn.module.css';

const AREAS = ['wallFires'] as const;
const NO_OUTLINE: readonly Polygon[] = [];

interface WallFiresProps {
  /** Of the wall's area; without one that is what the map shows. */
  readonly polygons: readonly Polygon[] | undefined;
  readonly box: BBox | undefined;
  /** The server's time. */
  readonly nowMs: number;
}

/** How many fires satellites saw in the wall's area, or why nobody can say. Nothing where no source of fires is set. */
export default function WallFires({ polygons = NO_OUTLINE, box, nowMs }: WallFiresProps) {
  const { LL, locale } = useTexts();
  useEffect(() => followFires(), []);
  const { told, askedMs, failed } = useSnapshot(firesNow);
  const area = useMemo(() => inArea(polygons, box), [polygons, box]);
  if (!useTextAreas(AREAS)) return null;
  if (!told) return failed && <p className={styles.fires}>{LL.wallFires.failed()}</p>;
  const known = firesOnWall(told as FiresBody, area, nowMs);
  if (!known) return null;
  const clock = (atMs: number | undefined) => (atMs === undefined ? '' : clockText(atMs, nowMs, locale));
  const said = firesText(known, clock(known.newestMs), LL);
  return (
    <p className={styles.fires} data-fires={known.kind}>
      <strong>{failed ? `${said}; ${LL.wallFires.stale({ time: clock(askedMs) })}` : said}</strong>
      <small>{known.likely > 0 ? LL.wallFires.notice() : LL.wallFires.mayBurn()}</small>
    </p>
  );
}

/** `3 fires in 24 h, 1 likely lightning; satellites to 13:05`. What late satellites told before stands behind that they are late. */
function firesText({ kind, fires, likely, fixed, atLeast }: FiresOnWall, time: string, LL: Texts): string {
  const words = LL.wallFires;
  if (kind === 'none') return words.never();
  if (kind === 'dead') return words.dead({ time });
  const count = words.fires({ count: fires });
  const counted = [
    fires === 0 ? words.none() : atLeast ? words.atLeast({ fires: count }) : count,
    ...(likely > 0 ? [words.likely({ count: likely })] : []),
    ...(fixed > 0 ? [words.static({ count: fixed })] : []),
  ].join(', ');
  if (kind === 'late') return fires + fixed > 0 ? `${words.late({ time })}. ${counted}` : words.late({ time });
  return [counted, words.to({ time }), ...(kind === 'part' ? [words.part()] : [])].join('; ');
}
