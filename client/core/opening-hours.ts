import { getLanguageRecord } from '#shared/languages.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { type Weekday, weekdays } from '#shared/places/weekday.ts';
import type { Texts } from '#shared/texts.ts';
import type { SiteShell } from './site-shell.ts';

type Slot = { from: string; to: string };

/** Formats the opening hours of a day, such as `9 h – 12 h 30, 14 h – 18 h`, or `fermé` for a closed day. */
export function formatOpeningHours(open: readonly Slot[], { lang, t }: Pick<Texts, 'lang' | 't'>): string {
  if (open.length === 0) return t('places.closed');
  return open
    .map(({ from, to }) => `${formatClockTime(from, lang)}\u00a0–\u00a0${formatClockTime(to, lang)}`)
    .join(', ');
}

interface DayOpeningHoursText {
  weekday: Weekday;
  hours: string;
}

/**
 * Lists the estate's opening hours: the parameter of each weekday if it is set, otherwise the hours of the main
 * address. Days without either are left out.
 */
export function listEstateOpeningHours(
  { parameters, address }: Pick<SiteShell, 'parameters' | 'address'>,
  texts: Texts,
): DayOpeningHoursText[] {
  return weekdays.flatMap((weekday) => {
    const parameter = parameters[`OPENING_HOURS_${weekday.toUpperCase() as Uppercase<Weekday>}`];
    const day = address?.openingHours.find((one) => one.weekday === weekday);
    const hours = parameter || (day && formatOpeningHours(day.open, texts));
    return hours ? [{ weekday, hours }] : [];
  });
}

/** Groups consecutive days with equal opening hours, such as `Mardi – vendredi`. */
export function groupDaysByOpeningHours(
  week: readonly DayOpeningHoursText[],
  texts: Texts,
): { days: string; hours: string }[] {
  const runs: { first: Weekday; last: Weekday; hours: string }[] = [];
  for (const { weekday, hours } of week) {
    const run = runs.at(-1);
    const isNextDay = run && weekdays.indexOf(weekday) === weekdays.indexOf(run.last) + 1;
    if (isNextDay && run.hours === hours) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  const name = (weekday: Weekday) => texts.t(`places.${weekday}`);
  const nameWithinSentence = (weekday: Weekday) =>
    getLanguageRecord(texts.lang).hasCapitalWeekdays ? name(weekday) : name(weekday).toLowerCase();
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? name(first) : texts.t('places.days', { first: name(first), last: nameWithinSentence(last) }),
    hours,
  }));
}
