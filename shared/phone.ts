/** Builds a `tel:` URL. The country code is added to French numbers in national form. */
export function buildPhoneHref(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '');
  return `tel:${/^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits}`;
}

/**
 * Matches a telephone number in national or international form, and the empty string for a number that is not given.
 * The text must be trimmed.
 */
export const optionalPhonePattern = /^(\+?[\d .()/-]{6,})?$/;
