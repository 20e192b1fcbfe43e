import { useEffect, useState } from 'react';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { addMonths } from '../../selling/collection-days.ts';

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
  const [slots, setSlots] = useState<readonly BookableSlot[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setSlots(null);
    const today = new Date();
    const first = { year: today.getFullYear(), month: today.getMonth() + 1 };
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
  }, [idAddress]);
  return { slots };
}
