import { isIsoDate } from '../is-iso-date.ts';

/** The minimum age in years for buying alcohol (France: code de la santé publique, L. 3342-1). */
export const adultAge = 18;

/**
 * Checks whether a customer has reached an age, by default that of an adult in France, on the day `today`. Both dates are `YYYY-MM-DD` in the estate's time zone. A
 * person born on 29 February comes of age on 1 March in other years; an unknown birthdate counts as under age.
 */
export function isAdult(birthdate: string, today: string, age = adultAge): boolean {
  if (!isIsoDate(birthdate)) return false;
  const year = Number(birthdate.slice(0, 4)) + age;
  return `${String(year).padStart(4, '0')}${birthdate.slice(4)}` <= today;
}
