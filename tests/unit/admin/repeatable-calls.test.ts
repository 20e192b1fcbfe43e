import { expect, test } from 'vitest';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';

/** The calls of staff that need no Idempotency-Key, with the reason. */
const repeatableWithoutKey: Record<string, string> = {
  'POST /admin/image': 'the same picture again changes nothing',
  'POST /admin/file': 'the same file again changes nothing',
  'POST /image/load-svg': 'stores nothing',
  'POST /admin/order/quote': 'stores nothing',
  'POST /admin/newsletter-issue/preview': 'stores nothing',
  'POST /admin/page/{idPage}/layout/{idLayout}/hash/check': 'stores nothing',
  'POST /admin/customer/{id}/export': 'only reads',
  'POST /admin/order/{id}/refund': 'names the amount refunded before, so that a repeated call is refused',
  'POST /admin/voucher/redeem': 'a voucher is redeemed once',
  'POST /admin/domain': 'a domain is added once, and the call names the revision',
  'POST /admin/revert-to-import': 'names the revision of the item, and an item whose revert is pending stays so',
  'POST /admin/mail/{id}/retry': 'only a failed mail is sent again',
  'POST /admin/page/{idPage}/draft/publish': 'names the revision of the draft',
  'POST /admin/page/{idPage}/version/{idVersion}/publish': 'names the revision of the page',
};

test('every POST of staff accepts an Idempotency-Key or is listed with the reason why it can be repeated', () => {
  const calls = Object.entries(completeApiContract as Record<string, Endpoint>).filter(
    ([name, endpoint]) => name.startsWith('POST ') && isStaffEndpoint(endpoint),
  );
  const open = calls.filter(([, { isIdempotent }]) => !isIdempotent).map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(repeatableWithoutKey).toSorted());
});
