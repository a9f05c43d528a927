import { type ReactNode, useEffect, useRef } from 'react';
import styles from './components.module.css';

interface RevealListProps {
  readonly className?: string | undefined;
  /** Milliseconds from card to card. */
  readonly stagger: 150 | 200;
  readonly ordered?: boolean;
  /** On a phone its cards form one row, which scrolls. */
  readonly sideways?: boolean;
  readonly children: ReactNode;
}

/** Cards that animate in on scroll. Visible before that for print, search engines and without scripts. */
export function RevealList({ className = '', stagger, ordered = false, sideways = false, children }: RevealListProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => (list.current ? enterOnce(list.current) : undefined), []);
  useEffect(() => (list.current && sideways ? reachWhileScrolling(list.current) : undefined), [sideways]);
  const List = ordered ? 'ol' : 'ul';
  return (
    <List
      ref={list as never}
      className={`${styles.revealList} ${className}`}
      data-stagger={stagger}
      data-sideways={sideways || undefined}
    >
      {children}
    </List>
  );
}

/** Focusable only while it scrolls. */
function reachWhileScrolling(element: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
  sizes.observe(element);
  return () => sizes.disconnect();
}

function enterOnce(element: HTMLElement): () => void {
  let first = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      // A list that is visible from the start does not animate.
      if (entry?.isIntersecting && !first) element.dataset.entered = '';
      if (entry?.isIntersecting) observer.disconnect();
      first = false;
    },
    { rootMargin: '0px 0px 80px 0px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
