import { z } from 'zod';
import { Email } from '#shared/accounts/account-fields.ts';
import { DeclaredWithdrawal } from '#shared/accounts/personal-data-export.ts';
import { createRequiredTextSchema, createTextSchema, revisionField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { createListQuerySchema } from '#shared/list-query.ts';

const StaffWithdrawalView = DeclaredWithdrawal.extend({
  id: z.int(),
  /** Raised each time the handled state changes. A change must name the revision that it is based on. */
  revision: z.int(),
  email: z.string(),
  idOrder: z.int().nullable(),
  /** The time at which staff marked the declaration as handled; null while it is not marked. */
  handledAt: z.string().nullable(),
});
export type StaffWithdrawalView = z.infer<typeof StaffWithdrawalView>;

export const withdrawalsContract = defineContract({
  'POST /withdrawal': {
    summary:
      'Declares the withdrawal from a contract. A mail with date and time is sent to the email address; it contains the declaration if a distance sale matches. The response does not reveal whether one does',
    body: z.strictObject({
      name: createRequiredTextSchema(2 * maxTextLengths.name),
      email: Email,
      /** The order number as typed. Spaces, kinds of dashes and a prefix are ignored. */
      orderNumber: createRequiredTextSchema(maxTextLengths.orderNumber),
      /** The items that the withdrawal concerns; empty for the whole order. */
      message: createTextSchema(maxTextLengths.message).default(''),
    }),
    data: z.object({
      /** The time at which the declaration was received, in ISO 8601. */
      receivedAt: z.string(),
    }),
    refusals: { too_many: 429 },
  },
  'GET /admin/withdrawal': {
    summary:
      'The declarations of withdrawal, the newest first. `idOrder` is null for those that match no order; they are deleted after six months',
    access: 'staff',
    query: createListQuerySchema({ fields: { isHandled: 'boolean' }, orders: [] }),
    data: z.object({ withdrawals: z.array(StaffWithdrawalView), total: z.int() }),
  },
  'PUT /admin/withdrawal/{id}': {
    summary: 'Marks a declaration of withdrawal as handled by the estate, or as not handled',
    access: 'staff',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ revision: revisionField, isHandled: z.boolean() }),
    data: z.object({ withdrawal: StaffWithdrawalView }),
    refusals: { not_found: 404, stale_revision: 409 },
  },
});
