import { z } from 'zod';
import { requiredText, text } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { maxTextLength } from '../limits.ts';
import { consentSources } from './consent-source.ts';
import { HandoverCart } from './handover/handover-contract.ts';
import { passwordLengthLimits } from './password.ts';
import { optionalPhonePattern } from './phone.ts';
import { roles } from './roles.ts';

export const Email = z.string().trim().max(maxTextLength.email).meta({ format: 'email' }).pipe(z.email());
export const Phone = z.string().trim().max(maxTextLength.phone).regex(optionalPhonePattern);
const Password = z.string().min(passwordLengthLimits.min).max(passwordLengthLimits.max);
const CurrentPassword = z.string().min(1).max(passwordLengthLimits.max);
/** Customers' birthdates are `YYYY-MM-DD` and not before 1900, because earlier ones are typing errors. */
const Birthdate = z.iso.date().refine((day) => day >= '1900-01-01');
/** A one-time code of six digits, or a recovery code. */
const LoginCode = requiredText(40);
/** The token in a link that a mail contains, for example to reset a password. */
export const MailLinkToken = z.string().regex(/^[\w-]{20,100}$/);

/** The logged-in user as the client sees it. Fields that the user has not filled in are empty strings. */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  phone: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** The user's birthdate as `YYYY-MM-DD`. */
  birthdate: z.string(),
  role: z.enum(roles),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const ExportedRegistration = z.object({
  title: z.string(),
  /** The beginning of the event in ISO 8601. */
  startsAt: z.string(),
  name: z.string(),
  people: z.int(),
  /** The language that the visitor chose for the visit; empty without a choice. */
  language: z.string(),
  state: z.enum(['CONFIRMED', 'WAITING', 'CANCELLED']),
  registeredAt: z.string(),
});
export type ExportedRegistration = z.infer<typeof ExportedRegistration>;

export const ExportedReview = z.object({
  orderNumber: z.string(),
  /** The name of the reviewed product; empty for a review of the estate. */
  product: z.string(),
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  state: z.enum(['PENDING', 'PUBLISHED', 'REJECTED']),
  /** The reply of the estate; empty without one. */
  reply: z.string(),
  createdAt: z.string(),
});
export type ExportedReview = z.infer<typeof ExportedReview>;

export const DeclaredWithdrawal = z.object({
  receivedAt: z.string(),
  name: z.string(),
  orderNumber: z.string(),
  message: z.string(),
  /** The sentence of the withdrawal declaration that the customer confirmed. */
  statement: z.string(),
});
export type DeclaredWithdrawal = z.infer<typeof DeclaredWithdrawal>;

export const ExportedSubscription = z.object({
  list: z.string(),
  /** `PENDING` until the link in the confirmation mail has been followed. */
  state: z.enum(['CONFIRMED', 'PENDING', 'ENDED']),
  source: z.enum(consentSources),
  /** The sentence beside the box or button with which the subscriber consented; empty for subscriptions of earlier releases. */
  sentence: z.string(),
  requestedAt: z.string().nullable(),
  /** The truncated IP addresses of request and confirmation. */
  requestNetwork: z.string(),
  confirmationNetwork: z.string(),
  /** The time of the confirmation. */
  since: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type ExportedSubscription = z.infer<typeof ExportedSubscription>;

export const SentForm = z.object({
  form: z.string(),
  receivedAt: z.string(),
  answers: z.array(z.object({ label: z.string(), answers: z.array(z.string()) })),
  /** The names of the files that were sent. */
  files: z.array(z.string()),
});
export type SentForm = z.infer<typeof SentForm>;

/** All personal data that an estate holds of one customer. */
export const PersonalDataExport = z.object({
  exportedAt: z.string(),
  profile: CurrentUser.extend({
    registeredAt: z.string(),
    lastActiveAt: z.string(),
    termsAcceptedAt: z.string().nullable(),
  }),
  /** Newsletter subscriptions, present and ended, with the proof of consent. */
  newsletter: z.array(ExportedSubscription),
  closureRequests: z.array(z.object({ askedAt: z.string(), message: z.string() })),
  /** The customer's orders, each in the format of `GET /order/{id}` with the notes of staff. */
  orders: z.array(z.record(z.string(), z.unknown())),
  /** The declarations of withdrawal that were made with the customer's email address. */
  withdrawals: z.array(DeclaredWithdrawal),
  /** The answers to forms and contact messages that were sent with the customer's email address. */
  forms: z.array(SentForm),
  /** The registrations for events that were made with the customer's email address. */
  registrations: z.array(ExportedRegistration),
  /** The reviews of the customer's orders. */
  reviews: z.array(ExportedReview),
});
export type PersonalDataExport = z.infer<typeof PersonalDataExport>;

const emptyData = z.object({});

/** HTTP status for a link in a mail whose token is unknown, used or expired. */
const link_expired = 422;

export const accountsContract = defineContract({
  'GET /logged': {
    summary: 'The login state and role of the caller at this estate',
    data: z.object({ logged: z.boolean(), role: z.enum(roles).nullable() }),
  },
  'POST /register': {
    summary:
      'Registers an account, which is activated by the link in the mail. The response does not reveal existing accounts',
    workload: 'passwordHash',
    body: z.strictObject({
      email: Email,
      password: Password,
      firstname: requiredText(maxTextLength.name),
      lastname: requiredText(maxTextLength.name),
      phone: Phone.default(''),
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
  'POST /login': {
    summary: 'Logs in. On a site’s own origin, the token is only sent in an HttpOnly cookie',
    workload: 'passwordHash',
    body: z.strictObject({
      identifier: requiredText(maxTextLength.email),
      password: z.string().min(1).max(passwordLengthLimits.max),
    }),
    data: z.object({
      token: z.string().optional(),
      /** Token that is returned instead of a session if the account needs a one-time code, which `POST /login/code` takes. */
      codeToken: z.string().optional(),
      idSite: z.int(),
    }),
    refusals: { wrong_login: 401, too_many: 429 },
  },
  'POST /login/code': {
    summary: 'Completes a log-in by a one-time code or a recovery code',
    body: z.strictObject({ codeToken: MailLinkToken, code: LoginCode }),
    data: z.object({ token: z.string().optional(), idSite: z.int() }),
    refusals: { login_expired: 422, wrong_code: 422, too_many: 429 },
  },
  'POST /logout': { summary: 'Ends the session of the token', data: emptyData },
  'POST /logout/everywhere': { summary: 'Ends every session of the current user', access: 'member', data: emptyData },
  'GET /user/session': {
    summary: 'The open sessions of the current user, the last used one first',
    access: 'member',
    data: z.object({
      sessions: z.array(
        z.object({
          id: z.int(),
          /** The beginning of the browser's header `User-Agent` at the log-in. */
          device: z.string(),
          /** Start of the session in ISO 8601, in UTC. */
          createdAt: z.string(),
          lastUsedAt: z.string(),
          /** True for the session of this call. */
          isCurrent: z.boolean(),
        }),
      ),
    }),
  },
  'DELETE /user/session/{id}': {
    summary: 'Ends one session of the current user',
    access: 'member',
    params: z.object({ id: IdParam }),
    data: emptyData,
    refusals: { not_found: 404 },
  },
  'POST /logout/others': {
    summary: 'Ends every session of the current user but this one',
    access: 'member',
    data: emptyData,
  },
  'GET /user/second-factor': {
    summary: 'The state of the two-step log-in',
    access: 'member',
    data: z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.int() }),
  },
  'POST /user/second-factor': {
    summary: 'Begins the set-up of the two-step log-in. The secret is returned only here',
    access: 'member',
    workload: 'passwordHash',
    body: z.strictObject({ password: CurrentPassword }),
    data: z.object({
      /** The secret in Base32, to be typed into an authenticator app. */
      secret: z.string(),
      /** The same as an `otpauth` URI, for a QR code. */
      uri: z.string(),
    }),
    refusals: { already_enabled: 409, wrong_password: 422, too_many: 429 },
  },
  'PUT /user/second-factor': {
    summary: 'Enables the two-step log-in by the first code, and ends every other session',
    access: 'member',
    body: z.strictObject({ code: LoginCode }),
    data: z.object({
      /** Codes that each replace a one-time code once. They are returned only here. */
      recoveryCodes: z.array(z.string()),
    }),
    refusals: { not_started: 409, wrong_code: 422, too_many: 429 },
  },
  'DELETE /user/second-factor': {
    summary: 'Disables the two-step log-in',
    access: 'member',
    workload: 'passwordHash',
    body: z.strictObject({ password: CurrentPassword }),
    data: emptyData,
    refusals: { wrong_password: 422, too_many: 429 },
  },
  'PUT /password/reset/ask': {
    summary: 'Sends a link for a new password if the account exists. The response is the same if not',
    body: z.strictObject({ identifier: requiredText(maxTextLength.email) }),
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
      firstname: requiredText(maxTextLength.name),
      lastname: requiredText(maxTextLength.name),
      phone: Phone.default(''),
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
  'POST /session/handover': {
    summary:
      'Prepares the change to another host of the site: a token for its cart and session, valid once and for a minute',
    body: HandoverCart,
    data: z.object({ token: z.string() }),
    refusals: { too_many: 429 },
  },
  'GET /user/export': {
    summary: 'All personal data that the estate holds of the current user',
    access: 'member',
    data: PersonalDataExport,
  },
  'PUT /user/unsubscribe/ask': {
    summary: 'Asks the estate to close the membership; the account stays until then',
    access: 'member',
    body: z.strictObject({ message: text(maxTextLength.message).default('') }),
    data: emptyData,
    refusals: { too_many: 429 },
  },
});
