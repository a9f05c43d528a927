import { type AddressPart, useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { CloseButton } from '#web/map/kit/buttons.tsx';
import notice from '#web/map/kit/cards.module.css';
import styles from './SharedText.module.css';

const AREAS = ['mapMore'] as const;

const sharedAddress: AddressPart<string | null> = {
  names: ['shared'],
  parse: (parameters) => parameters.get('shared'),
  format: (text) => (text === null ? [] : [`shared=${encodeURIComponent(text)}`]),
};

export default function SharedText() {
  const { LL } = useTexts();
  const [text, change] = useAddressPart(sharedAddress);
  const ready = useTextAreas(AREAS);
  if (text === null || !ready) return null;
  return (
    <div className={`${notice.notice} ${styles.shared}`} role="status">
      <span>
        {LL.mapMore.help.sharedNone()} {text !== '' && <q>{text}</q>}
      </span>
      <CloseButton name={LL.map.closeNotice()} onClick={() => change(() => null, 'replace')} />
    </div>
  );
}
