import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createResourceContract } from '#shared/admin/admin-contract.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';

/** The writes of all resources share one implementation, which resource-calls.test.ts tests. */
const resourceWrites = new Set(adminResourceSpecs.flatMap((spec) => Object.keys(createResourceContract(spec))));

const staffWrites = Object.entries<Endpoint>(completeApiContract).filter(
  ([name, endpoint]) => isStaffEndpoint(endpoint) && !name.startsWith('GET '),
);
const ownWrites = staffWrites.map(([name]) => name).filter((name) => !resourceWrites.has(name));

/** Calls that store nothing that other users see, and therefore need neither a revision nor an audit entry. */
const previews: readonly string[] = [
  'POST /admin/order/quote',
  'POST /admin/newsletter-issue/preview',
  'PUT /admin/page/{idPage}/preview',
  'PUT /admin/theme/preview',
  'POST /admin/page/{idPage}/layout/{idLayout}/hash/check',
  'PUT /admin/page/{idPage}/layout/{idLayout}/preview',
  'POST /image/load-svg',
];

/** The writes that name no revision, each with the reason why it cannot overwrite what another person has saved. */
const withoutRevision: Readonly<Record<string, string>> = {
  'POST /admin/image': 'adds a file, and returns the existing one with the same content',
  'POST /admin/file': 'adds a file, and returns the existing one with the same content',
  'POST /admin/order': 'adds an order',
  'POST /admin/order/{id}/note': 'adds a note',
  'PUT /admin/order/{id}/state': 'the present state of the locked order decides which moves are allowed',
  'PUT /admin/order/{id}/refund': 'marks a payment as refunded, which nothing takes back; repeating it has no effect',
  'POST /admin/order/{id}/refund': 'names the sum that was refunded before, which is refused when it is outdated',
  'POST /admin/voucher/redeem': 'redeems once; nothing takes it back',
  'POST /admin/stock-movement': 'adds bottles, or names the bottles that the figure replaces',
  'POST /admin/product/planned-prices':
    'names the planned prices of the same moment that it replaces, and is refused if there are others',
  'POST /admin/product/import':
    'names the digest of a dry run, which covers the revisions of the products that it changes',
  'PUT /admin/product/prices': 'each row names the revision of its product and the stock that was shown',
  'POST /admin/staff/invitation': 'adds an invitation; an earlier one to the same address is withdrawn',
  'DELETE /admin/staff/invitation/{key}': 'an invitation is never changed',
  'DELETE /admin/staff/{id}/second-factor': 'has one possible outcome',
  'POST /admin/customer/{id}/export': 'changes nothing',
  'DELETE /admin/customer/{id}': 'staff edit no customer',
  'DELETE /admin/forms/submission/{id}': 'staff change no answers of a submission',
  'PUT /admin/element/registration/{id}/cancel': 'cancels once; staff change nothing else of a registration',
  'POST /admin/newsletter-issue/{id}/test': 'changes nothing',
  'PUT /admin/newsletter-issue/{id}/sending': 'the present state of the locked issue decides which actions are allowed',
  'POST /admin/mail/{id}/retry': 'only a failed mail can be queued again',
};

const namesRevision = ({ body, query }: Endpoint): boolean =>
  [body, query].some((schema) => schema instanceof z.ZodObject && 'revision' in schema.shape);

describe('a write of staff', () => {
  test.each(staffWrites.filter(([name]) => !previews.includes(name) && !name.startsWith('POST /admin/')))(
    '%s names the revision that it is based on, and is refused when that is outdated, unless it overwrites nothing',
    (name, endpoint) => {
      if (namesRevision(endpoint)) expect(endpoint.refusals).toMatchObject({ stale_revision: 409 });
      else expect(withoutRevision).toHaveProperty([name]);
    },
  );

  test('is listed with its reason if it adds something, unless it creates an item of a resource', () => {
    const additions = staffWrites.filter(
      ([name, endpoint]) => name.startsWith('POST /admin/') && !resourceWrites.has(name) && !namesRevision(endpoint),
    );
    expect(additions.map(([name]) => name).filter((name) => !previews.includes(name))).toEqual(
      additions.map(([name]) => name).filter((name) => name in withoutRevision),
    );
  });

  test('is listed here only if it exists and names no revision', () => {
    const listed = [...previews, ...Object.keys(withoutRevision)];
    const endpoints = new Map(staffWrites);
    expect(listed.filter((name) => !endpoints.has(name))).toEqual([]);
    expect(Object.keys(withoutRevision).filter((name) => namesRevision(endpoints.get(name) as Endpoint))).toEqual([]);
  });
});

/** The writes that each test file below `tests/api` makes, and whose entries in the audit log it reads. */
const auditTests: Readonly<Record<string, readonly string[]>> = {
  'admin/customers.test.ts': ['POST /admin/customer/{id}/export', 'DELETE /admin/customer/{id}'],
  'admin/revert-to-import.test.ts': ['POST /admin/revert-to-import'],
  'admin/price-plans.test.ts': ['POST /admin/product/planned-prices'],
  'admin/product-import.test.ts': ['POST /admin/product/import'],
  'admin/staff.test.ts': [
    'POST /admin/staff/invitation',
    'DELETE /admin/staff/invitation/{key}',
    'PUT /admin/staff/{id}',
    'DELETE /admin/staff/{id}',
    'DELETE /admin/staff/{id}/second-factor',
  ],
  'admin/stock-calls.test.ts': ['POST /admin/stock-movement', 'PUT /admin/product/prices'],
  'admin/today.test.ts': ['POST /admin/mail/{id}/retry'],
  'checkout/staff-entered-orders.test.ts': ['POST /admin/order'],
  'elements/staff-registrations.test.ts': ['PUT /admin/element/registration/{id}/cancel'],
  'forms/submission-replies.test.ts': ['POST /admin/forms/submission/{id}/reply'],
  'forms/submissions.test.ts': ['PUT /admin/forms/submission/{id}', 'DELETE /admin/forms/submission/{id}'],
  'media/upload.test.ts': ['POST /admin/image', 'POST /admin/file'],
  'newsletter/newsletter-issues.test.ts': [
    'POST /admin/newsletter-issue/{id}/test',
    'POST /admin/newsletter-issue/{id}/sending',
    'PUT /admin/newsletter-issue/{id}/sending',
  ],
  'orders/refunds.test.ts': ['POST /admin/order/{id}/refund'],
  'orders/staff-orders.test.ts': [
    'POST /admin/order/{id}/note',
    'PUT /admin/order/{id}/state',
    'PUT /admin/order/{id}/tracking',
    'PUT /admin/order/{id}/payment-due',
    'PUT /admin/withdrawal/{id}',
  ],
  'orders/vouchers.test.ts': ['POST /admin/voucher/redeem'],
  'pages/page-drafts.test.ts': [
    'PUT /admin/page/{idPage}/draft',
    'DELETE /admin/page/{idPage}/draft',
    'POST /admin/page/{idPage}/draft/publish',
    'POST /admin/page/{idPage}/version/{idVersion}/publish',
  ],
  'payments/payment-provider.test.ts': ['PUT /admin/order/{id}/refund'],
  'reviews/review-moderation.test.ts': ['PUT /admin/review/{id}'],
  'site/site-hosting.test.ts': [
    'PUT /admin/language',
    'POST /admin/domain',
    'PUT /admin/domain/{key}',
    'DELETE /admin/domain/{key}',
  ],
};

describe('the audit log', () => {
  test('has an entry for each write of staff, which a test of the API reads', () => {
    expect([...Object.values(auditTests).flat(), ...previews].sort()).toEqual(ownWrites.sort());
  });

  test.each(Object.keys(auditTests))('is read by %s', (file) => {
    expect(readFileSync(`tests/api/${file}`, 'utf8')).toMatch(/auditEntries|admin\/audit|audit\?/);
  });
});
