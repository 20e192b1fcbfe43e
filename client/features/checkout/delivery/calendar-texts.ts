import type { DayPickerProps } from 'react-day-picker';
import { getLanguageRecord } from '#shared/languages.ts';
import type { Texts } from '#shared/texts.ts';

/** Creates the calendar's names and labels in the language of the page, from `Intl` and our texts. */
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
