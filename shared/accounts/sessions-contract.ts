import { z } from 'zod';
import { createRequiredTextSchema } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { maxTextLengths } from '../limits.ts';
import { CurrentPassword, LoginOrRecoveryCode, MailLinkToken } from './account-fields.ts';
import { HandoverCart } from './handover/handover-contract.ts';
import { passwordLengthLimits } from './password.ts';
import { roles } from './roles.ts';

const emptyData = z.object({});

export const sessionsContract = defineContract({
  'GET /logged': {
    summary: 'The login state and role of the caller at this estate',
    data: z.object({ logged: z.boolean(), role: z.enum(roles).nullable() }),
  },
  'POST /login': {
    summary: 'Logs in. On a site’s own origin, the token is only sent in an HttpOnly cookie',
    workload: 'passwordHash',
    body: z.strictObject({
      identifier: createRequiredTextSchema(maxTextLengths.email),
      password: z.string().min(1).max(passwordLengthLimits.max),
    }),
    data: z.object({
      token: z.string().optional(),
      /**
       * The token for `POST /login/code`, which is returned instead of a session if the account needs a one-time code.
       */
      codeToken: z.string().optional(),
      idSite: z.int(),
    }),
    refusals: { wrong_login: 401, too_many: 429 },
  },
  'POST /login/code': {
    summary: 'Completes a log-in by a one-time code or a recovery code',
    body: z.strictObject({ codeToken: MailLinkToken, code: LoginOrRecoveryCode }),
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
  'POST /session/handover': {
    summary:
      'Prepares the change to another host of the site: a token for its cart and session, valid once and for a minute',
    body: HandoverCart,
    data: z.object({ token: z.string() }),
    refusals: { too_many: 429 },
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
      /** The secret as an `otpauth` URI, for a QR code. */
      uri: z.string(),
    }),
    refusals: { already_enabled: 409, wrong_password: 422, too_many: 429 },
  },
  'PUT /user/second-factor': {
    summary: 'Enables the two-step log-in by the first code, and ends every other session',
    access: 'member',
    body: z.strictObject({ code: LoginOrRecoveryCode }),
    data: z.object({
      /** Each recovery code replaces a one-time code once. No other response contains these codes. */
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
});
