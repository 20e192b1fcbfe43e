import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Moves the focus to its content on mount. It is for content that replaces the focused element, so that keyboard and
 * screen reader users continue there.
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
