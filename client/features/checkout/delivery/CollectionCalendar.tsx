import { useEffect, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { maxCollectionDaysAhead } from '#shared/shipping/collection-slots.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import { Closures } from './Closures.tsx';
import { CollectionSlots } from './CollectionSlots.tsx';
import { calendarClassNames } from './calendar-class-names.ts';
import { createCalendarTexts } from './calendar-texts.ts';
import { useCollectionSlotsOfMonth } from './use-collection-slots-of-month.ts';

/** Returns noon of a day, so that daylight saving time never shifts the date to another day. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/**
 * Calendar of the days on which an order can be collected at an address of the estate, with the slots of the chosen
 * day.
 */
export function CollectionCalendar({ idAddress }: { idAddress: number }) {
  const texts = useTexts();
  const { t } = texts;
  const { timeZone } = useSiteShell().site;
  const { clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const { date } = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const today = toLocalDay(Date.now(), timeZone);
  const lastDay = addDays(today, maxCollectionDaysAhead);
  const [month, setMonth] = useState((date || today).slice(0, 7));
  const { slots, closures, failure, reload } = useCollectionSlotsOfMonth(idAddress, month);
  const days = new Set(slots?.map((slot) => slot.date));
  const isDateAvailable = date.slice(0, 7) !== month || slots === null || days.has(date);

  // If the current month has no slots left, the calendar opens at the next month.
  useEffect(() => {
    if (slots?.length === 0 && date === '' && month < lastDay.slice(0, 7) && month === today.slice(0, 7))
      setMonth(addDays(`${month}-28`, 6).slice(0, 7));
  }, [slots, date, month, lastDay, today]);

  const choose = (day: Date | undefined) => {
    checkout.getState().setCollectionSlot({ idAddress, date: day ? dayOf(day) : '', idSchedule: null });
    clearErrors('idSchedule', 'dateSchedule');
  };
  return (
    <div className={css.collection}>
      <div aria-busy={slots === null}>
        <p className={css.legend}>{t('checkout.collection.day')}</p>
        <DayPicker
          mode="single"
          {...createCalendarTexts(texts)}
          classNames={calendarClassNames}
          month={dateOf(`${month}-01`)}
          onMonthChange={(shown) => setMonth(dayOf(shown).slice(0, 7))}
          startMonth={dateOf(`${today.slice(0, 7)}-01`)}
          endMonth={dateOf(`${lastDay.slice(0, 7)}-01`)}
          selected={date ? dateOf(date) : undefined}
          onSelect={choose}
          disabled={(day) => !days.has(dayOf(day))}
        />
        <Closures closures={closures} />
        <RetryMessage failure={failure} onRetry={reload} />
        <p role="status" className={css.soft}>
          {slots?.length === 0 && <span>{t('checkout.collection.none')}</span>}
          {!isDateAvailable && <span>{t('checkout.collection.gone')}</span>}
        </p>
      </div>
      {date !== '' && slots && (
        <CollectionSlots idAddress={idAddress} slots={slots.filter((slot) => slot.date === date)} />
      )}
    </div>
  );
}
