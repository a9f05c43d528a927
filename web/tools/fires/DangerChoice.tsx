import { useId, useState } from 'react';
import type { FireDangerBody } from '#shared/fires/FiresBody.ts';
import { fireDangerPath } from '#shared/wire/apiPaths.ts';
import { ask } from '#web/kit/http/ask.ts';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import answer from '#web/tools/ask/AskAnswer.module.css';
import styles from './Fires.module.css';

/** Today's picture of fire danger, where there is one: asked for once it is wanted. */
export interface DangerPicture {
  readonly danger: FireDangerBody;
  readonly wanted: boolean;
  readonly setWanted: (wanted: boolean) => void;
  /** `blank`: it is of one colour, as past the forecast, and tells nothing. */
  readonly state: 'off' | 'loading' | 'told' | 'blank' | 'failed';
}

export function useDangerPicture(danger: FireDangerBody | undefined): DangerPicture | undefined {
  const [wanted, setWanted] = useState(false);
  const asked = useAsked(wanted ? danger?.day : undefined, (signal) =>
    ask(fireDangerPath(danger?.day ?? ''), hasColours, { signal, timeoutMs: 40_000 }),
  );
  if (!danger) return undefined;
  const state = asked.kind === 'idle' ? 'off' : asked.kind === 'known' ? (asked.value ? 'told' : 'blank') : asked.kind;
  return { danger, wanted, setWanted, state };
}

/** The switch for the picture, what its colours mean, and what they do not. */
export function DangerChoice({ picture: { danger, wanted, setWanted, state } }: { readonly picture: DangerPicture }) {
  const { LL, locale } = useTexts();
  const words = LL.fireList.danger;
  const about = useId();
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(danger.day));
  return (
    <div className={styles.danger} data-fire-danger={state}>
      <label>
        <input
          type="checkbox"
          checked={wanted}
          aria-describedby={about}
          onChange={({ target }) => setWanted(target.checked)}
        />
        {words.show({ day })}
      </label>
      <div id={about}>
        {wanted && <p>{words.about()}</p>}
        {wanted && <p className={answer.small}>{danger.attribution}</p>}
      </div>
      <p role="status">{state === 'failed' ? words.failed() : state === 'blank' ? words.blank({ day }) : ''}</p>
    </div>
  );
}

async function hasColours(response: Response): Promise<boolean> {
  const image = await createImageBitmap(await response.blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return pixels.some((pixel) => pixel !== pixels[0]);
}
