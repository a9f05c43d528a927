import { type ReactNode, useEffect, useRef } from 'react';
import styles from './RevealList.module.css';

interface RevealListProps {
  readonly className?: string | undefined;
  /** Milliseconds from card to card. */
  readonly stagger: 150 | 200;
  readonly ordered?: boolean;
  readonly children: ReactNode;
}

/** Cards that animate in on scroll. Until then they are visible: to print, search engines and without scripts. */
export function RevealList({ className = '', stagger, ordered = false, children }: RevealListProps) {
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
