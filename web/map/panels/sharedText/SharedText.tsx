import { useTexts } from '#web/i18n/index.ts';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { useTextAreas } from '../../kit/useTextAreas.ts';
import notice from '../../notices/Notice.module.css';
import type { AddressPart } from '../../view/AddressPart.ts';
import { useAddressPart } from '../../view/useAddressPart.ts';
import styles from './SharedText.module.css';

const AREAS = ['help'] as const;

const sharedAddress: AddressPart<string | null> = {
  names: ['shared'],
  parse: (parameters) => parameters.get('shared'),
  format: (text) => (text === null ? [] : [`shared=${encodeURIComponent(text)}`]),
};

/** Says that what was shared names no place, and keeps its words until they are put away. */
export default function SharedText() {
  const { LL } = useTexts();
  const [text, change] = useAddressPart(sharedAddress);
  const ready = useTextAreas(AREAS);
  if (text === null || !ready) return null;
  return (
    <div className={`${notice.notice} ${styles.shared}`} role="status">
      <span>
        {LL.help.sharedNone()} {text !== '' && <q>{text}</q>}
      </span>
      <CloseButton name={LL.map.closeNotice()} onClick={() => change(() => null, 'replace')} />
    </div>
  );
}
