/** Returns a `tel:` URL. French numbers in national form get their country code. */
export function buildPhoneHref(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '');
  return `tel:${/^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits}`;
}
