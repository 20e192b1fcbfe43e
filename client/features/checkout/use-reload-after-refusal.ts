import { useEffect, useRef } from 'react';
import { useCheckout } from './checkout-context.ts';

/** Calls `reload` when the API refuses the order, because the data that a component loaded may be out of date. */
export function useReloadAfterRefusal(reload: () => void): void {
  const { refusalCount } = useCheckout();
  const handledCount = useRef(refusalCount);
  useEffect(() => {
    if (handledCount.current === refusalCount) return;
    handledCount.current = refusalCount;
    reload();
  }, [refusalCount, reload]);
}
