import { useAdminConfig } from '../../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../../core/call-admin-api.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { addMonths, instantToLocalYearMonth } from '../../selling/collection-days.ts';

/** A time at which an order can be collected. `id` is that of the schedule, which has one slot a day. */
export type BookableSlot = AdminResponseData<'GET /calendar/{id}/date/allowed/{month}/{year}'>['schedules'][number];

/** Number of months whose slots are offered, the current one included. */
const monthCount = 3;

interface CollectionSlots {
  /** The slots that can still be booked; null until they are loaded, and if the load has failed. */
  slots: readonly BookableSlot[] | null;
  hasFailed: boolean;
  reload: () => void;
}

/** Loads the slots that can still be booked at an address. */
export function useCollectionSlots(idAddress: number): CollectionSlots {
  const { timeZone } = useAdminConfig();
  const { data, error, isLoading, reload } = useQueryKeepingData(
    async (signal) => {
      const first = instantToLocalYearMonth(Date.now(), timeZone);
      const months = Array.from({ length: monthCount }, (_, count) => addMonths(first, count));
      const loaded = await Promise.all(
        months.map(({ year, month }) =>
          callAdminApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
            params: { id: idAddress, month, year },
            query: {},
            signal,
          }),
        ),
      );
      return loaded.flatMap(({ schedules }) => schedules);
    },
    [idAddress, timeZone],
  );
  if (isLoading) return { slots: null, hasFailed: false, reload };
  return { slots: error ? null : (data ?? null), hasFailed: error !== undefined, reload };
}
