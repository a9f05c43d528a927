import { useEffect } from 'react';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { CloseButton } from '#web/map/kit/CloseButton.tsx';
import styles from './Notice.module.css';
import type { MapNotice, NoticeTopic } from './useMapNotices.ts';

const SHOWN_MS = 6_000;

interface NoticeProps {
  readonly notice: MapNotice;
  readonly onHide: (notice: MapNotice) => void;
}

/** A toast. It hides by itself; the state it reports stays visible elsewhere. */
export function Notice({ notice, onHide }: NoticeProps) {
  const { LL } = useTexts();
  useEffect(() => {
    const handle = setTimeout(() => onHide(notice), SHOWN_MS);
    return () => clearTimeout(handle);
  }, [notice, onHide]);
  const isError = notice.topic !== 'position';
  return (
    <div
      className={styles.notice}
      data-kind={isError ? 'error' : 'note'}
      data-topic={notice.topic}
      role={isError ? 'alert' : 'status'}
    >
      <span>{noticeText(notice.topic, LL)}</span>
      <CloseButton name={LL.map.closeNotice()} onClick={() => onHide(notice)} />
    </div>
  );
}

function noticeText(topic: NoticeTopic, LL: Texts): string {
  const words = LL.map;
  const texts = {
    slices: words.loadError,
    strikeUnknown: words.strike.unknown,
    strikeUnavailable: words.strike.failed,
    position: words.locate.failed,
  };
  return texts[topic]();
}
