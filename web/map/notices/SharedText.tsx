import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { field, useAddress } from '#web/kit/routing/address.ts';
import { CloseButton } from '#web/map/kit/buttons.tsx';
import notice from '#web/map/kit/cards.module.css';

const AREAS = ['mapMore'] as const;

const sharedAddress = field('shared', { parse: String, format: encodeURIComponent }, undefined);

export default function SharedText() {
  const { LL } = useTexts();
  const [text, change] = useAddress(sharedAddress, 'query');
  const ready = useTextAreas(AREAS);
  if (text === undefined || !ready) return null;
  return (
    <div className={`${notice.notice} ${notice.shared}`} role="status">
      <span>
        {LL.mapMore.help.sharedNone()} {text !== '' && <q>{text}</q>}
      </span>
      <CloseButton name={LL.map.closeNotice()} onClick={() => change(undefined, 'replace')} />
    </div>
  );
}
