import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useQuery } from '#client/core/use-query.ts';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';

export interface CollectionSlotOption {
  id: number;
  date: string;
  from: string;
  to: string;
}

/**
 * Loads the collection slots and closures of one month (such as `2026-11`) at an address of the estate; `slots` is
 * `null` until the response has arrived.
 */
export function useCollectionSlotsOfMonth(idAddress: number, month: string) {
  const { t } = useTexts();
  const { data, error, reload } = useQuery(
    async (signal) => {
      const [year = '', number = ''] = month.split('-');
      const params = { id: idAddress, month: Number(number), year: Number(year) };
      const { schedules, closures } = await callApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
        params,
        signal,
      });
      return { month, slots: schedules, closures };
    },
    [idAddress, month],
  );
  useReloadAfterRefusal(reload);
  const slots: readonly CollectionSlotOption[] | null = data?.month === month ? data.slots : null;
  const closures = data?.month === month ? data.closures : [];
  return { slots, closures, failure: error ? describeCallError(error, t, 'checkout.collection.failed') : '', reload };
}
