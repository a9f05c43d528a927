import { type ReactNode, useEffect, useRef } from 'react';
import styles from './RevealList.module.css';

interface Props {
  className?: string | undefined;
  /** Delay from card to card, in milliseconds. */
  stagger: 150 | 200;
  ordered?: boolean;
  children: ReactNode;
}

/**
 * Cards that come in one after the other when the list is about to scroll into view. They are never hidden before that:
 * print, search engines and visitors without scripts see them.
 */
export function RevealList({ className = '', stagger, ordered = false, children }: Props) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => (list.current ? enterOnce(list.current) : undefined), []);
  const List = ordered ? 'ol' : 'ul';
  return (
    <List ref={list as never} className={`${styles.list} ${className}`} data-stagger={stagger}>
      {children}
    </List>
  );
}

function enterOnce(element: HTMLElement): () => void {
  let first = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      // A list that is on the screen from the start does not animate.
      if (entry?.isIntersecting && !first) element.dataset.entered = '';
      if (entry?.isIntersecting) observer.disconnect();
      first = false;
    },
    { rootMargin: '0px 0px 80px 0px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
