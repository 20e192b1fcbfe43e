import { z } from 'zod';
import { PersonalDataExport } from '../accounts/accounts-contract.ts';
import { roles } from '../accounts/roles.ts';
import { requiredText } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { listQuery } from '../list-query.ts';

/** An activated account of the estate as the list of customers shows it. */
export const CustomerSummary = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  /** ISO 8601, in UTC. */
  registeredAt: z.string(),
  lastActiveAt: z.string(),
  orders: z.int(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

const maxReasonLength = 300;
const params = z.object({ id: IdParam });

export const customersContract = defineContract({
  'GET /admin/customer': {
    summary: 'The activated accounts of the estate, those with the latest activity first',
    access: 'staff',
    query: listQuery({
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
    summary: 'One account with its orders, consents, registrations, forms and reviews',
    access: 'staff',
    params,
    data: PersonalDataExport,
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
      reason: requiredText(maxReasonLength),
    }),
    data: z.object({}),
    refusals: { not_found: 404, is_staff: 409 },
  },
});
