import type { CollectionCalendarSlot } from '#shared/admin/selling-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';

export interface YearMonth {
  year: number;
  /** The month, from 1 to 12. */
  month: number;
}

/** Returns the month of an instant in milliseconds since 1970, at the estate. */
export function instantToLocalYearMonth(instant: number, timeZone: string): YearMonth {
  const [year, month] = toLocalDay(instant, timeZone).split('-').map(Number);
  return { year: year ?? 0, month: month ?? 1 };
}

/** Returns the month that is `count` months later, or earlier if negative. */
export function addMonths({ year, month }: YearMonth, count: number): YearMonth {
  const index = year * 12 + (month - 1) + count;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

export const listCollectionDaysWithSlots = (
  slots: readonly CollectionCalendarSlot[],
): [string, CollectionCalendarSlot[]][] => [...Map.groupBy(slots, ({ date }) => date)];
