import { addDays, localTimeToEpochMs, toLocalTime } from './local-time.ts';

/** The public holidays of France on fixed dates (art. L3133-1 of the Labour Code), as `MM-DD`. */
const fixedHolidays = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];

/** Days from Easter Sunday to the movable ones: Easter Monday, Ascension Day and Whit Monday. */
const daysAfterEaster = [1, 39, 50];

/** The time zone whose estates have the public holidays of France. Elsewhere only weekends are left out. */
const frenchTimeZone = 'Europe/Paris';

/** Maximum number of working days in a deadline, more than a year. */
const maxWorkingDays = 400;

/** Computes Easter Sunday in the Gregorian calendar (Anonymous Gregorian algorithm of Meeus, Jones and Butcher). */
export function computeEaster(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapCorrection = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + leapCorrection - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * shift + 114;
  const [month, day] = [Math.floor(sum / 31), (sum % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Checks whether banks and post work on a day (`YYYY-MM-DD`): it is neither in a weekend nor a public holiday. */
export function isWorkingDay(day: string, timeZone: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (timeZone !== frenchTimeZone) return true;
  if (fixedHolidays.includes(day.slice(5))) return false;
  const easter = computeEaster(Number(day.slice(0, 4)));
  return !daysAfterEaster.some((days) => addDays(easter, days) === day);
}

/**
 * Adds working days to an instant, in milliseconds since 1970. The result has the same time of the day in the time
 * zone.
 * @param days at most `maxWorkingDays`; more count as that many
 */
export function addWorkingDays(instant: number, days: number, timeZone: string): number {
  const start = toLocalTime(instant, timeZone);
  let day = start.day;
  for (let left = Math.min(days, maxWorkingDays); left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day, timeZone)) left--;
  }
  return localTimeToEpochMs(day, start.time, timeZone);
}
