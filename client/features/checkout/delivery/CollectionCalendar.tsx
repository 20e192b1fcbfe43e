import { useEffect, useState } from 'react';
import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useQuery } from '#client/core/use-query.ts';
import { getLanguageRecord } from '#shared/languages.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { maxCollectionDaysAhead } from '#shared/shipping/collection-slots.ts';
import type { Texts } from '#shared/texts.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';

/** Returns noon of a day, so that daylight saving time never shifts the date to another day. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

export function createCalendarTexts({
  lang,
  t,
}: Pick<Texts, 'lang' | 't'>): Pick<DayPickerProps, 'formatters' | 'labels' | 'weekStartsOn'> {
  const { locale, firstWeekday } = getLanguageRecord(lang);
  // The formatters have no time zone, because the calendar's dates are in the browser's time zone.
  const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
  const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
  return {
    weekStartsOn: firstWeekday,
    formatters: {
      formatCaption: (month) => monthAndYear.format(month),
      // Names of weekdays are cut to two characters, because the seven columns of a narrow screen have no room for
      // more.
      formatWeekdayName: (day) => shortWeekday.format(day).slice(0, 2),
    },
    labels: {
      labelNav: () => t('checkout.calendar.months'),
      labelNext: () => t('checkout.calendar.next'),
      labelPrevious: () => t('checkout.calendar.previous'),
      labelGrid: (month) => monthAndYear.format(month),
      labelWeekday: (day) => weekday.format(day),
      labelDayButton: (date, { today, selected }) => {
        const day = fullDay.format(date);
        const label = today ? t('checkout.calendar.today', { day }) : day;
        return selected ? t('checkout.calendar.selected', { day: label }) : label;
      },
    },
  };
}

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

interface ClosureView {
  from: string;
  to: string;
  reason: string;
}

/** Lists the reasons why days of the calendar are closed. Closures without a reason are left out. */
export function Closures({ closures }: { closures: readonly ClosureView[] }) {
  const { t, date } = useTexts();
  const explained = closures.filter(({ reason }) => reason !== '');
  if (explained.length === 0) return null;
  const dayText = (day: string) => date(day, { day: 'numeric', month: 'long' });
  return (
    <div className={css.soft}>
      <p>{t('checkout.collection.closures')}</p>
      <ul>
        {explained.map(({ from, to, reason }) => (
          <li key={from}>
            {from === to
              ? t('checkout.collection.closed', { day: dayText(from), reason })
              : t('checkout.collection.closed-days', { from: dayText(from), to: dayText(to), reason })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CollectionSlots({ idAddress, slots }: { idAddress: number; slots: readonly CollectionSlotOption[] }) {
  const { t, lang, date: dateText } = useTexts();
  const { clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const choose = (idSchedule: number) => {
    checkout.getState().setCollectionSlot({ idAddress, date: chosen.date, idSchedule });
    clearErrors('idSchedule', 'dateSchedule');
  };
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        {t('checkout.collection.slot', {
          day: dateText(chosen.date, { weekday: 'long', day: 'numeric', month: 'long' }),
        })}
      </legend>
      {slots.map(({ id, from, to }) => (
        <RadioOption
          key={id}
          name="slot"
          value={String(id)}
          checked={id === chosen.idSchedule}
          onChoose={() => choose(id)}
          title={t('checkout.collection.from-to', { from: formatClockTime(from, lang), to: formatClockTime(to, lang) })}
        />
      ))}
    </fieldset>
  );
}

/** Our class names for the elements of react-day-picker, whose own style sheet is not loaded. */
const calendarClassNames: Readonly<Record<string, string>> = {
  root: css.root ?? '',
  months: css.months ?? '',
  month_caption: css.caption ?? '',
  nav: css.nav ?? '',
  button_previous: css.step ?? '',
  button_next: css.step ?? '',
  chevron: css.chevron ?? '',
  month_grid: css.grid ?? '',
  weekday: css.weekday ?? '',
  day: css.day ?? '',
  day_button: css.button ?? '',
  selected: css.selected ?? '',
  disabled: css.disabled ?? '',
  today: css.today ?? '',
};

interface CollectionSlotOption {
  id: number;
  date: string;
  from: string;
  to: string;
}

/**
 * Loads the collection slots and closures of one month (such as `2026-11`) at an address of the estate; `slots` is
 * `null` until the response has arrived.
 */
function useCollectionSlotsOfMonth(idAddress: number, month: string) {
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
