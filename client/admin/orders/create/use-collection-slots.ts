import { useEffect, useState } from 'react';
import { useAdminConfig } from '../../core/admin-context.tsx';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { addMonths, toLocalMonth } from '../../selling/collection-days.ts';

/** A time at which an order can be collected. `id` is that of the schedule, which has one slot a day. */
export interface BookableSlot {
  id: number;
  /** The day as `YYYY-MM-DD`. */
  date: string;
  /** The times as `HH:MM` in the site's time zone. */
  from: string;
  to: string;
}

/** Number of months whose slots are offered, the current one included. */
const monthCount = 3;

/** Loads the slots that can still be booked at an address of the estate; null until they are loaded. */
export function useCollectionSlots(idAddress: number): { slots: readonly BookableSlot[] | null } {
  const { timeZone } = useAdminConfig();
  const [slots, setSlots] = useState<readonly BookableSlot[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setSlots(null);
    const first = toLocalMonth(Date.now(), timeZone);
    const months = Array.from({ length: monthCount }, (_, count) => addMonths(first, count));
    Promise.all(
      months.map(({ year, month }) =>
        callAdminApi<{ schedules: BookableSlot[] }>(`/calendar/${idAddress}/date/allowed/${month}/${year}`, {
          signal,
        }),
      ),
    )
      .then((loaded) => setSlots(loaded.flatMap(({ schedules }) => schedules)))
      .catch(() => {
        if (!signal.aborted) setSlots([]);
      });
    return () => controller.abort();
  }, [idAddress, timeZone]);
  return { slots };
}
