import { z } from 'zod';
import { createRequiredTextSchema, createTextSchema } from '../contract-fields.ts';
import { defineContract } from '../endpoint.ts';
import { maxTextLengths } from '../limits.ts';
import { Birthdate, Email, MailLinkToken, Password, PhoneOrEmpty } from './account-fields.ts';
import { CurrentUser } from './current-user.ts';
import { passwordLengthLimits } from './password.ts';
import { PersonalDataExport } from './personal-data-export.ts';

const emptyData = z.object({});

/** HTTP status for a link in a mail whose token is unknown, used or expired. */
const link_expired = 422;

export const accountsContract = defineContract({
  'POST /register': {
    summary:
      'Registers an account, which is activated by the link in the mail. The response does not reveal existing accounts',
    workload: 'passwordHash',
    body: z.strictObject({
      email: Email,
      password: Password,
      firstname: createRequiredTextSchema(maxTextLengths.name),
      lastname: createRequiredTextSchema(maxTextLengths.name),
      phone: PhoneOrEmpty.default(''),
      birthdate: Birthdate,
      acceptTerms: z.boolean(),
      /** True if the new customer also subscribes to the estate's first newsletter list. */
      newsletter: z.boolean().default(false),
    }),
    data: emptyData,
    refusals: { terms: 422, too_young: 422, password_weak: 422, too_many: 429 },
  },
  'PUT /register/activate': {
    summary: 'Follows the link of the registration mail',
    body: z.strictObject({ token: MailLinkToken }),
    data: emptyData,
    refusals: { link_expired, too_many: 429 },
  },
  'PUT /password/reset/ask': {
    summary: 'Sends a link for a new password if the account exists. The response is the same if not',
    body: z.strictObject({ identifier: createRequiredTextSchema(maxTextLengths.email) }),
    data: emptyData,
    refusals: { too_many: 429 },
  },
  'POST /password/reset/check': {
    summary: 'Checks the token of the link without using it. A POST, so that no log of URL paths contains the token',
    body: z.strictObject({ token: MailLinkToken }),
    data: emptyData,
    refusals: { link_expired, too_many: 429 },
  },
  'PUT /password/reset': {
    summary: 'Sets a new password with the token of the link, and ends every session',
    workload: 'passwordHash',
    body: z.strictObject({ token: MailLinkToken, password: Password }),
    data: emptyData,
    refusals: { link_expired, password_weak: 422, too_many: 429 },
  },
  'GET /user': { summary: 'The current user', access: 'member', data: CurrentUser },
  'PUT /user': {
    summary: 'Changes the profile',
    access: 'member',
    body: z.strictObject({
      firstname: createRequiredTextSchema(maxTextLengths.name),
      lastname: createRequiredTextSchema(maxTextLengths.name),
      phone: PhoneOrEmpty.default(''),
      birthdate: z.union([Birthdate, z.literal('')]).default(''),
    }),
    data: CurrentUser,
    refusals: { too_young: 422 },
  },
  'PUT /user/password': {
    summary: 'Changes the password and ends every other session',
    access: 'member',
    workload: 'passwordHash',
    body: z.strictObject({
      currentPassword: z.string().min(1).max(passwordLengthLimits.max),
      newPassword: Password,
    }),
    data: emptyData,
    refusals: { wrong_password: 422, password_weak: 422, too_many: 429 },
  },
  'DELETE /user': {
    summary: 'Deletes the account. Orders that must be kept by law are anonymised, everything else is erased',
    access: 'member',
    workload: 'passwordHash',
    body: z.strictObject({ password: z.string().min(1).max(passwordLengthLimits.max) }),
    data: emptyData,
    refusals: { last_admin: 409, wrong_password: 422, too_many: 429 },
  },
  'GET /user/export': {
    summary: 'All personal data that the estate holds of the current user',
    access: 'member',
    data: PersonalDataExport,
  },
  'PUT /user/unsubscribe/ask': {
    summary: 'Asks the estate to close the membership; the account stays until then',
    access: 'member',
    body: z.strictObject({ message: createTextSchema(maxTextLengths.message).default('') }),
    data: emptyData,
    refusals: { too_many: 429 },
  },
});
