import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useCheckout } from '../checkout-context.ts';

export interface PickupSlot {
  id: number;
  date: string;
  from: string;
  to: string;
}

/** The slots of one month (`2026-11`) at an address; `null` until they are loaded. */
export function usePickupSlots(idAddress: number, month: string) {
  const { t } = useTexts();
  const { refusalCount } = useCheckout();
  const [found, setFound] = useState<{ month: string; slots: readonly PickupSlot[] } | null>(null);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` and a refused order load them again
  useEffect(() => {
    const stop = new AbortController();
    const [year = '', number = ''] = month.split('-');
    setFailure('');
    callApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
      params: { id: idAddress, month: Number(number), year: Number(year) },
      signal: stop.signal,
    })
      .then(({ schedules }) => setFound({ month, slots: schedules }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('ordering.pickup.failed'));
      });
    return () => stop.abort();
  }, [idAddress, month, round, refusalCount, t]);
  const slots = found?.month === month ? found.slots : null;
  return { slots, failure, again: () => setRound((count) => count + 1) };
}
