/** From this age alcohol may be sold to somebody (France: code de la santé publique, L. 3342-1). */
export const adultAge = 18;

/**
 * Whether somebody born on `birthdate` (`YYYY-MM-DD`) is of age on `today` (`YYYY-MM-DD`, at the estate). Who was born
 * on 29 February is of age on 1 March of a year that has no such day. Nobody is without a birthdate.
 */
export function isAdult(birthdate: string, today: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(birthdate)) return false;
  const year = Number(birthdate.slice(0, 4)) + adultAge;
  return `${String(year).padStart(4, '0')}${birthdate.slice(4)}` <= today;
}
