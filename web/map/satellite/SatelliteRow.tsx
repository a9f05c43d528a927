import { useSnapshot } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import styles from './SatelliteRow.module.css';
import { satelliteAddress } from './satelliteAddress.ts';
import { satelliteFlashes } from './satelliteFlashes.ts';

const AREAS = ['satellite'] as const;
const OLD_MS = 35 * 60_000;

/** The meaning of the squares, and their switch. */
export function SatelliteRow({ theme }: { readonly theme: MapTheme }) {
  const { LL } = useTexts();
  const texts = LL.satellite;
  const [drawn, change] = useAddressPart(satelliteAddress);
  const { told, failed } = useSnapshot(satelliteFlashes);
  const nowMs = useNow(systemClock, 60_000);
  if (!useTextAreas(AREAS)) return null;
  const isOld = told && nowMs - (told.newestMs ?? 0) > OLD_MS;
  return (
    <div className={styles.row} data-satellite>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect
          x="8.75"
          y="8.75"
          width="6.5"
          height="6.5"
          fill="none"
          stroke={mapColours[theme].satellite}
          strokeWidth="1.5"
        />
      </svg>
      <div>
        <p>{texts.mark()}</p>
        <p>{texts.note()}</p>
        <label>
          <input type="checkbox" checked={drawn} onChange={() => change((on) => !on, 'replace')} />
          {texts.show()}
        </label>
        <p role="status">{failed ? texts.failed() : isOld ? texts.old() : ''}</p>
      </div>
    </div>
  );
}
