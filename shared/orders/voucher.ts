/** The states of a voucher. Only a VALID voucher can be redeemed, and only once. */
export const voucherStates = ['VALID', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const;
type VoucherState = (typeof voucherStates)[number];

/** Number of months for which a voucher is valid. */
export const voucherValidityMonths = 24;

/** The characters of voucher codes, without I, L, O and U, which are mistaken for others when a code is read aloud. */
export const voucherCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Formats the 12 characters of a voucher code in groups: `K7QF-2M9X-ARTZ`. */
export const formatVoucherCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Converts a typed voucher code to the stored form: upper case, no spaces or hyphens, O read as 0, I and L as 1. */
export const normaliseVoucherCode = (entered: string): string =>
  entered.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

interface VoucherDates {
  redeemedAt: Date | null;
  cancelledAt: Date | null;
  /** Last day of validity as `YYYY-MM-DD`. */
  expiresOn: string;
}

/** @param today current day at the estate as `YYYY-MM-DD` */
export function getVoucherState({ redeemedAt, cancelledAt, expiresOn }: VoucherDates, today: string): VoucherState {
  if (redeemedAt) return 'REDEEMED';
  if (cancelledAt) return 'CANCELLED';
  return expiresOn < today ? 'EXPIRED' : 'VALID';
}
