import { useEffect, useRef } from 'react';
import { useCheckout } from './checkout-context.ts';

/** Reloads when the API refuses the order, because what it reported before may have changed. */
export function useReloadAfterRefusal(reload: () => void): void {
  const { refusalCount } = useCheckout();
  const handledCount = useRef(refusalCount);
  useEffect(() => {
    if (handledCount.current === refusalCount) return;
    handledCount.current = refusalCount;
    reload();
  }, [refusalCount, reload]);
}
