import { languageOf } from '#shared/languages.ts';
import { clockText } from '#shared/places/clock-text.ts';
import { type Weekday, weekdays } from '#shared/places/weekday.ts';
import type { Texts } from '#shared/texts.ts';
import type { Shell } from './shell.ts';

type Slot = { from: string; to: string };

/** Formats the hours of a day, such as `9 h – 12 h 30, 14 h – 18 h`, or `fermé` without any. */
export function formatHours(open: readonly Slot[], { lang, t }: Pick<Texts, 'lang' | 't'>): string {
  if (open.length === 0) return t('places.closed');
  return open.map(({ from, to }) => `${clockText(from, lang)}\u00a0– ${clockText(to, lang)}`).join(', ');
}

export interface DayHours {
  weekday: Weekday;
  hours: string;
}

/**
 * Returns the estate's opening hours: the parameter of each weekday if it is set, else the hours of the main address.
 * Days without either are left out.
 */
export function estateHours({ parameters, address }: Pick<Shell, 'parameters' | 'address'>, texts: Texts): DayHours[] {
  return weekdays.flatMap((weekday) => {
    const parameter = parameters[`OPENING_HOURS_${weekday.toUpperCase() as Uppercase<Weekday>}`];
    const day = address?.openingHours.find((one) => one.weekday === weekday);
    const hours = parameter || (day && formatHours(day.open, texts));
    return hours ? [{ weekday, hours }] : [];
  });
}

/** Groups consecutive days with equal hours, such as `Mardi – vendredi`. */
export function groupEqualHours(week: readonly DayHours[], texts: Texts): { days: string; hours: string }[] {
  const runs: { first: Weekday; last: Weekday; hours: string }[] = [];
  for (const { weekday, hours } of week) {
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  const name = (weekday: Weekday) => texts.t(`places.${weekday}`);
  const nameWithinSentence = (weekday: Weekday) =>
    languageOf(texts.lang).hasCapitalWeekdays ? name(weekday) : name(weekday).toLowerCase();
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? name(first) : texts.t('places.days', { first: name(first), last: nameWithinSentence(last) }),
    hours,
  }));
}
