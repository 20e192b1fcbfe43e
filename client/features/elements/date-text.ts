import { formatClockTime } from '#shared/places/format-clock-time.ts';
import type { Texts } from '#shared/texts.ts';

const day: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
const dayOnly: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/**
 * Formats the period of an event as day and times, such as `Saturday 15 May 2027, 2pm to 4pm`, or as days if it lasts
 * several.
 */
export function formatDateRange({ t, date, lang }: Texts, startsAt: string, endsAt: string): string {
  const isOneDay = date(startsAt, dayOnly) === date(endsAt, dayOnly);
  const clock = (at: string) => formatClockTime(date(at, time), lang);
  return isOneDay
    ? t('elements.times', { day: date(startsAt, day), from: clock(startsAt), to: clock(endsAt) })
    : t('elements.range', { from: date(startsAt, dayOnly), to: date(endsAt, dayOnly) });
}

export const formatEurosPerPerson = ({ t, euros }: Texts, price: number): string =>
  price === 0 ? t('elements.price.free') : t('elements.price.per-person', { price: euros(price) });
