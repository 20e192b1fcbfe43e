import { z } from 'zod';
import {
  DeclaredWithdrawal,
  ExportedElementRegistration,
  ExportedReview,
  ExportedSubmission,
  ExportedSubscription,
  PersonalDataExport,
} from '../accounts/personal-data-export.ts';
import { roles } from '../accounts/roles.ts';
import { createRequiredTextSchema } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { createListQuerySchema } from '../list-query.ts';

/** An activated account of the estate as the list of customers shows it. */
const CustomerSummary = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  /** Time of the registration in ISO 8601, in UTC. */
  registeredAt: z.string(),
  lastActiveAt: z.string(),
  orders: z.int(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

/** One account as the screen of a customer shows it. Only an export contains all personal data of the customer. */
export const CustomerDetails = z.object({
  profile: PersonalDataExport.shape.profile.pick({
    email: true,
    firstname: true,
    lastname: true,
    phone: true,
    registeredAt: true,
    termsAcceptedAt: true,
  }),
  orders: z.array(z.object({ id: z.int(), number: z.string() })),
  newsletter: z.array(
    ExportedSubscription.pick({
      list: true,
      state: true,
      source: true,
      sentence: true,
      requestedAt: true,
      since: true,
      endedAt: true,
    }),
  ),
  registrations: z.array(ExportedElementRegistration.pick({ title: true, startsAt: true })),
  forms: z.array(ExportedSubmission.pick({ form: true, receivedAt: true })),
  reviews: z.array(ExportedReview.pick({ product: true, rating: true, createdAt: true })),
  withdrawals: z.array(DeclaredWithdrawal.pick({ orderNumber: true, receivedAt: true })),
  reviewInvitationsRefusedAt: PersonalDataExport.shape.reviewInvitationsRefusedAt,
});
export type CustomerDetails = z.infer<typeof CustomerDetails>;

/** Maximum length of the reason for the erasure of a customer, in characters. */
export const maxErasureReasonLength = 300;
const params = z.object({ id: IdParam });

export const customersContract = defineContract({
  'GET /admin/customer': {
    summary: 'The activated accounts of the estate, those with the latest activity first',
    access: 'staff',
    query: createListQuerySchema({
      fields: {
        search: 'text',
        email: 'text',
        lastname: 'text',
        role: { set: roles },
        registeredAt: 'date',
        lastActiveAt: 'date',
      },
      orders: ['lastActiveAt', 'registeredAt', 'lastname', 'email'],
    }),
    data: z.object({ customers: z.array(CustomerSummary), total: z.int() }),
  },
  'GET /admin/customer/{id}': {
    summary:
      'One account with its consents, its refusal of review invitations and lists of its orders, newsletters, registrations, forms, reviews and withdrawals',
    access: 'staff',
    params,
    data: CustomerDetails,
    refusals: { not_found: 404 },
  },
  'POST /admin/customer/{id}/export': {
    summary: 'The personal data of a customer, to be handed to the customer. The audit log records the export',
    access: 'staff',
    params,
    data: PersonalDataExport,
    refusals: { not_found: 404 },
  },
  'DELETE /admin/customer/{id}': {
    summary: 'Erases a customer. Orders that must be kept by law are anonymised, everything else is erased',
    access: 'staff',
    params,
    body: z.strictObject({
      /** The reason for the erasure, without personal data, because the audit log keeps the reason. */
      reason: createRequiredTextSchema(maxErasureReasonLength),
    }),
    data: z.object({}),
    refusals: { not_found: 404, is_staff: 409 },
  },
});
