import { z } from 'zod';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import { Email, MailLinkToken } from '../accounts/account-fields.ts';
import { staffRoleLiterals } from '../accounts/roles.ts';
import { createRequiredTextSchema, revisionField } from '../contract-fields.ts';
import { defineContract, IdParam, idempotencyRefusals } from '../endpoint.ts';
import { maxTextLengths } from '../limits.ts';
import { wholeNumberText } from '../text-values.ts';

const StaffRoleName = z.enum(staffRoleLiterals);

export const StaffMember = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: StaffRoleName,
  /** Raised by every change of the role. A change must name the revision that it is based on. */
  revision: z.int(),
  /** Time of the last activity in ISO 8601, in UTC. */
  lastActiveAt: z.string(),
  hasSecondFactor: z.boolean(),
});

/** An invitation that has been neither accepted nor withdrawn, and has not expired. */
const OpenInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: StaffRoleName,
  expiresAt: z.string(),
});

const emptyData = z.object({});
const params = z.object({ id: IdParam });
const invitationToken = z.strictObject({ token: MailLinkToken });

export const staffContract = defineContract({
  'GET /admin/staff': {
    summary: 'The staff of the estate and the open invitations',
    access: 'superAdmin',
    data: z.object({ staff: z.array(StaffMember), invitations: z.array(OpenInvitation) }),
  },
  'POST /admin/staff/invitation': {
    summary: 'Mails an invitation to the staff. An earlier invitation of the same email address is withdrawn',
    access: 'superAdmin',
    isIdempotent: true,
    body: z.strictObject({ email: Email, role: StaffRoleName }),
    data: emptyData,
    refusals: { already_staff: 409, too_many: 429, ...idempotencyRefusals },
  },
  'DELETE /admin/staff/invitation/{key}': {
    summary: 'Withdraws an invitation, named by its id in the list of staff',
    access: 'superAdmin',
    params: z.object({ key: z.string().min(1).max(100) }),
    data: emptyData,
    refusals: { not_found: 404 },
  },
  'PUT /admin/staff/{id}': {
    summary: 'Changes the role of a member of staff',
    access: 'superAdmin',
    params,
    body: z.strictObject({ revision: revisionField, role: StaffRoleName }),
    data: emptyData,
    refusals: { not_found: 404, stale_revision: 409, last_admin: 409 },
  },
  'DELETE /admin/staff/{id}': {
    summary: 'Removes a user from the staff and ends the sessions. The account stays as that of a customer',
    access: 'superAdmin',
    params,
    query: z.strictObject({ revision: wholeNumberText(0, 2_147_483_647) }),
    data: emptyData,
    refusals: { not_found: 404, stale_revision: 409, last_admin: 409 },
  },
  'DELETE /admin/staff/{id}/second-factor': {
    summary: 'Disables the two-step log-in of another member of staff who has lost the device, and ends the sessions',
    access: 'superAdmin',
    params,
    data: emptyData,
    refusals: { not_found: 404, own_account: 409 },
  },
  'POST /staff/invitation/check': {
    summary: 'Reads an invitation without using it. A POST, so that no log of URL paths contains the token',
    access: 'guest',
    body: invitationToken,
    data: z.object({
      email: z.string(),
      role: StaffRoleName,
      /** True if the email address has an account, whose owner must be logged in to accept. */
      hasAccount: z.boolean(),
      /** True if the caller is logged in with the account that is invited. */
      isLoggedIn: z.boolean(),
    }),
    refusals: { link_expired: 422, too_many: 429 },
  },
  'POST /staff/invitation/accept': {
    summary: 'Accepts an invitation: gives the role to the account of the caller, or creates an account',
    access: 'guest',
    workload: 'passwordHash',
    body: z.strictObject({
      token: MailLinkToken,
      /** The new account; null if the email address has one. */
      account: z
        .strictObject({
          firstname: createRequiredTextSchema(maxTextLengths.name),
          lastname: createRequiredTextSchema(maxTextLengths.name),
          password: z.string().min(passwordLengthLimits.min).max(passwordLengthLimits.max),
        })
        .nullable(),
    }),
    data: emptyData,
    refusals: { link_expired: 422, login_first: 409, password_weak: 422, too_many: 429 },
  },
});
