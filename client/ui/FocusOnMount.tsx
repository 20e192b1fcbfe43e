import { type ReactNode, useEffect, useRef } from 'react';

/** What takes the place of something that had the focus: keyboard and screen reader go on from here. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
