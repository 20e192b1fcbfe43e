import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Takes the focus when it replaces the element that had it, so that keyboard and screen reader users continue at the
 * new content.
 */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
