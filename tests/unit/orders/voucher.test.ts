import { describe, expect, it } from 'vitest';
import { formatVoucherCode, getVoucherState, normaliseVoucherCode } from '#shared/orders/voucher.ts';

const dates = { redeemedAt: null, cancelledAt: null, expiresOn: '2027-01-31' };
const now = new Date('2026-11-02T10:00:00Z');

describe('voucher codes', () => {
  it('are shown in groups of four characters', () => expect(formatVoucherCode('K7QF2M9XARTZ')).toBe('K7QF-2M9X-ARTZ'));

  it.each([
    ['K7QF-2M9X-ARTZ', 'K7QF2M9XARTZ'],
    [' k7qf 2m9x artz ', 'K7QF2M9XARTZ'],
    ['o7il-0000-0000', '071100000000'],
  ])('are accepted as entered: %s', (entered, code) => expect(normaliseVoucherCode(entered)).toBe(code));
});

describe('the state of a voucher', () => {
  it.each([
    ['VALID on its last day', {}, '2027-01-31', 'VALID'],
    ['EXPIRED on the day after', {}, '2027-02-01', 'EXPIRED'],
    ['REDEEMED once it was used, also after its last day', { redeemedAt: now }, '2027-02-01', 'REDEEMED'],
    ['CANCELLED with its order', { cancelledAt: now }, '2026-12-01', 'CANCELLED'],
  ])('is %s', (_, changes, today, state) => expect(getVoucherState({ ...dates, ...changes }, today)).toBe(state));
});
