import { useEffect } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import { CloseButton } from '../kit/CloseButton.tsx';
import styles from './Notice.module.css';

const SHOWN_MS = 6_000;

export interface NoticeText {
  readonly kind: 'error' | 'note';
  readonly text: string;
}

interface NoticeProps {
  readonly notice: NoticeText;
  readonly onHide: () => void;
}

/** A toast. It hides by itself; the state it reports stays visible elsewhere. */
export function Notice({ notice, onHide }: NoticeProps) {
  const { LL } = useTexts();
  useEffect(() => {
    const handle = setTimeout(onHide, SHOWN_MS);
    return () => clearTimeout(handle);
  }, [onHide]);
  return (
    <div className={styles.notice} data-kind={notice.kind} role={notice.kind === 'error' ? 'alert' : 'status'}>
      <span>{notice.text}</span>
      <CloseButton name={LL.map.closeNotice()} onClick={onHide} />
    </div>
  );
}
