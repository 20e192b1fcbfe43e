/** Builds a `tel:` URL. The country code is added to French numbers in national form. */
export function buildPhoneHref(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '');
  return `tel:${/^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits}`;
}
