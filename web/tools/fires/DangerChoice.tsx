import { useEffect, useId } from 'react';
import type { FireDangerBody } from '#shared/fires/FiresBody.ts';
import { fireDangerPath } from '#shared/wire/apiPaths.ts';
import { ask } from '#web/kit/http/ask.ts';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import answer from '#web/tools/ask/AskAnswer.module.css';
import styles from './Fires.module.css';

interface DangerChoiceProps {
  readonly danger: FireDangerBody;
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
  /** Called with the picture once it is known to tell anything, and with nothing otherwise. */
  readonly onPicture: (danger: FireDangerBody | undefined) => void;
}

/** The switch for the picture of fire danger, what its colours mean, and what they do not. */
export function DangerChoice({ danger, wanted, onWanted, onPicture }: DangerChoiceProps) {
  const { LL, locale } = useTexts();
  const words = LL.fireList.danger;
  const about = useId();
  const asked = useAsked(wanted ? danger.day : undefined, (signal) =>
    ask(fireDangerPath(danger.day), hasColours, { signal, timeoutMs: 40_000 }),
  );
  const isTold = asked.kind === 'known' && asked.value;
  useEffect(() => {
    onPicture(isTold ? danger : undefined);
  }, [isTold, danger, onPicture]);
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(danger.day));
  return (
    <div className={styles.danger} data-fire-danger={wanted ? (isTold ? 'told' : asked.kind) : 'off'}>
      <label>
        <input
          type="checkbox"
          checked={wanted}
          aria-describedby={about}
          onChange={({ target }) => onWanted(target.checked)}
        />
        {words.show({ day })}
      </label>
      <div id={about}>
        {wanted && <p>{words.about()}</p>}
        {wanted && <p className={answer.small}>{danger.attribution}</p>}
      </div>
      <p role="status">
        {asked.kind === 'failed' ? words.failed() : asked.kind === 'known' && !asked.value ? words.blank({ day }) : ''}
      </p>
    </div>
  );
}

/** Past the forecast a picture is of one colour, or of none: it tells nothing. */
async function hasColours(response: Response): Promise<boolean> {
  const image = await createImageBitmap(await response.blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return pixels.some((pixel) => pixel !== pixels[0]);
}
