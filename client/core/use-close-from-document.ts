import { type RefObject, useEffect, useEffectEvent } from 'react';

interface CloseTargets {
  item: RefObject<HTMLElement | null>;
  /** Receives the focus on Escape if the focus is inside the item. */
  button: RefObject<HTMLElement | null>;
  close: () => void;
}

/**
 * Closes an open submenu or preview on Escape and when a pointer is pressed outside its item. The listeners are on the
 * document, because the focus may be elsewhere if a pointer opened it: on hover, and in Safari, which does not focus
 * clicked buttons.
 */
export function useCloseFromDocument(isOpen: boolean, { item, button, close }: CloseTargets): void {
  const closeOnKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    close();
    if (item.current?.contains(document.activeElement)) button.current?.focus();
  });
  const closeOnPointer = useEffectEvent(({ target }: PointerEvent) => {
    if (!item.current?.contains(target as Node)) close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('keydown', closeOnKey, { signal });
    document.addEventListener('pointerdown', closeOnPointer, { signal });
    return () => listeners.abort();
  }, [isOpen]);
}
