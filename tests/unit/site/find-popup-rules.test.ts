import { describe, expect, it } from 'vitest';
import { findPopupRules, type PopupContext } from '#shared/site/find-popup-rules.ts';
import type { PopupRules } from '#shared/site/popup-contract.ts';

const page: PopupContext = { kind: 'WINE', entry: 3, day: '2026-12-10' };
const find = (popups: PopupRules[], changes: Partial<PopupContext> = {}, dismissed: number[] = []) =>
  findPopupRules(popups, { ...page, ...changes }, ({ id }) => dismissed.includes(id))?.id;

describe('findPopupRules', () => {
  it('finds a popup without rules on every page that may have popups', () => {
    expect(find([{ id: 1 }])).toBe(1);
    expect(find([{ id: 1 }], { kind: 'BLOG_POST', entry: undefined })).toBe(1);
  });

  it.each([
    ...['CART', 'CHECKOUT', 'ORDER_PLACED', 'GUEST_ORDER', 'ACCOUNT', 'ACCOUNT_ORDER', 'AUTH', 'ACTIVATION'],
    ...['WITHDRAWAL', 'REGISTRATION', 'SALE_TERMS', 'LEGAL_NOTICE', 'PRIVACY_POLICY', 'COOKIE_POLICY', 'USE_TERMS'],
    ...['FORM', 'SINGLE_FORM', 'NEWSLETTER_UNSUBSCRIPTION', 'NOT_FOUND', null],
  ])('finds none on a page of the kind %s', (kind) => expect(find([{ id: 1 }], { kind })).toBeUndefined());

  it.each([
    ['2026-12-01', '2026-12-09', undefined],
    ['2026-12-10', '2026-12-10', 1],
    ['2026-12-11', '2026-12-24', undefined],
    [undefined, '2026-12-10', 1],
    ['2026-12-10', undefined, 1],
  ])('compares the dates %s to %s with the day, both included', (startsOn, endsOn, expected) =>
    expect(find([{ id: 1, ...(startsOn && { startsOn }), ...(endsOn && { endsOn }) }])).toBe(expected),
  );

  it('finds a popup by the kind of the page or by its entry in the page tree', () => {
    expect(find([{ id: 1, pageKinds: ['WINE'] }])).toBe(1);
    expect(find([{ id: 1, pageKinds: ['HOME'] }])).toBeUndefined();
    expect(find([{ id: 1, pageEntries: [3, 9] }])).toBe(1);
    expect(find([{ id: 1, pageEntries: [9] }])).toBeUndefined();
    expect(find([{ id: 1, pageKinds: ['HOME'], pageEntries: [3] }])).toBe(1);
    expect(find([{ id: 1, pageEntries: [3] }], { entry: undefined })).toBeUndefined();
  });

  it('skips dismissed popups', () => expect(find([{ id: 1 }, { id: 2 }], {}, [1])).toBe(2));
});
