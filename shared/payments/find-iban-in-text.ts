/**
 * Matches an IBAN: country code, check digits, the bank's group of four characters, groups of four with at least one
 * digit each, and a shorter last group of digits.
 */
const ibanPattern = /\b[A-Z]{2}\d{2}\s?[A-Z\d]{4}(?:\s?(?=[A-Z]{0,3}\d)[A-Z\d]{4}){1,6}(?:\s?\d{1,3})?\b/;

/**
 * Finds the first IBAN in a text and returns it in groups of four characters; null without one. The check digits are
 * not verified.
 */
export function findIbanInText(text: string): string | null {
  const found = ibanPattern.exec(text)?.[0].replace(/\s/g, '');
  return found === undefined || found.length < 15 ? null : (found.match(/.{1,4}/g) ?? []).join(' ');
}

/** Checks whether the check digits of an IBAN are right (ISO 13616, ISO 7064 MOD 97-10). Spaces are ignored. */
export function isValidIban(iban: string): boolean {
  const compact = iban.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compact)) return false;
  const rearranged = compact.slice(4) + compact.slice(0, 4);
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
