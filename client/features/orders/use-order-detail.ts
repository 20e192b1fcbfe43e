import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

export type FoundOrder =
  | { state: 'asking' }
  | { state: 'failed'; status: number; message: string; again: () => void }
  | { state: 'found'; order: OrderDetail };

/** One of the customer's own orders, by the number at the end of the page's address. */
export function useOrderDetail(id: number): FoundOrder {
  const { t } = useTexts();
  const [found, setFound] = useState<FoundOrder>({ state: 'asking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more
  useEffect(() => {
    const stop = new AbortController();
    setFound({ state: 'asking' });
    callApi('GET /order/{id}', { params: { id }, signal: stop.signal })
      .then(({ order }) => setFound({ state: 'found', order }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        const again = () => setRound((count) => count + 1);
        setFound({ state: 'failed', status: error.status, message: error.message || t('site.error.503.text'), again });
      });
    return () => stop.abort();
  }, [id, round, t]);
  return found;
}
