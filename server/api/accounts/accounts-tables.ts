import { date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import type { HandoverCart } from '#shared/accounts/handover/handover-contract.ts';
import type { NewsletterConsentSource } from '#shared/accounts/newsletter-consent-source.ts';
import type { Role, StaffRole } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';

/** One-time codes as the second step of a log-in (RFC 6238). */
export interface SecondFactor {
  /** The secret that the server shares with the authenticator app, in Base32. No call returns it after set-up. */
  secret: string;
  /** False until the first code has been entered. */
  isEnabled: boolean;
  /** The time step of the last accepted code, so that no code is accepted twice. */
  lastStep: number;
  /** SHA-256 of each unused recovery code, in hexadecimal. */
  recoveryHashes: string[];
}

/** The customers and staff of the estates. The same email address at another estate is a separate account. */
export const users = siteTable(
  'users',
  ['id'],
  {
    id: generatedId(),
    /** The email address with the letter case that the customer typed. */
    email: text().notNull(),
    /** The email address in lower case, unique within a site. */
    emailKey: text().notNull(),
    /** The password hash: Argon2id as a PHC string. */
    passwordHash: text().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    phone: text().notNull(),
    birthdate: date({ mode: 'string' }),
    role: text().$type<Role>().notNull(),
    /** The language at the registration. Mails that another person's call causes are in this language. */
    lang: text().$type<Lang>().notNull(),
    /**
     * The time at which a link in a mail proved the email address, or the operator created the account; null until
     * then, and the user cannot log in.
     */
    activatedAt: instant(),
    termsAcceptedAt: instant(),
    createdAt: now(),
    /** The time of the last log-in, order or `GET /user` (at most daily). The retention period begins there. */
    lastActiveAt: now(),
    /** The second step of the user's log-in; null without one. */
    secondFactor: jsonb().$type<SecondFactor>(),
  },
  (table) => [uniqueIndex().on(table.siteId, table.emailKey), index().on(table.siteId, table.lastActiveAt)],
);

/** Open sessions. The session token itself is never stored, only its hash. */
export const sessions = siteTable(
  'sessions',
  ['tokenHash'],
  {
    /** SHA-256 of the session token, in hexadecimal. */
    tokenHash: text().notNull(),
    /** Identifies the session in the list of a user's sessions, which must not contain the token. */
    id: generatedId(),
    userId: integer().notNull(),
    /** The beginning of the browser's header `User-Agent` at the log-in. */
    device: text().notNull().default(''),
    createdAt: now(),
    /** The time of the session's last call, updated at most every five minutes. */
    lastUsedAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.userId),
    index().on(table.siteId, table.expiresAt),
    parentKey(table, table.userId, users).onDelete('cascade'),
  ],
);

/** The registration form's data, stored until the activation link is followed. */
export interface PendingRegistration {
  passwordHash: string;
  firstname: string;
  lastname: string;
  phone: string;
  birthdate: string;
  lang: Lang;
  newsletter: boolean;
  /** The truncated IP address of the registration, for the consent record of the newsletter. */
  network?: string;
  /** The time at which the customer accepted the terms of use, in ISO 8601. */
  termsAcceptedAt: string;
}

export type SingleUseTokenPurpose =
  | 'ACTIVATE'
  | 'RESET'
  | 'NEWSLETTER'
  | 'UNSUBSCRIBE'
  | 'HANDOVER'
  | 'LOGIN_CODE'
  | 'INVITATION';

export interface StaffInvitation {
  /** The email address in lower case. */
  email: string;
  role: StaffRole;
  /** The user who has sent the invitation; null for an invitation by the operator. */
  invitedBy: number | null;
}

/**
 * The cart and session that a `HANDOVER` token transfers to another host of the site, when a visitor changes the
 * language.
 */
export interface HandoverPayload {
  cart: HandoverCart;
  /** SHA-256 of the visitor's session token; null for a visitor who is not logged in. */
  sessionHash: string | null;
}

/** The record of a consent whose email address is not confirmed yet. */
export interface PendingNewsletterConsent {
  source: NewsletterConsentSource;
  /** The form with the consent field, if the source is a form. */
  formId: number | null;
  /** The sentence beside the checkbox or button. */
  sentence: string;
  lang: Lang;
  /** The time of the request that gave the consent, in ISO 8601. */
  requestedAt: string;
  /** The truncated IP address of that request. */
  network: string;
}

export interface NewsletterLinkPayload {
  email: string;
  /** Ids of newsletter lists; empty in links that end subscriptions. */
  lists: number[];
  /** The record of the consent; absent in links of earlier releases, and in links that end subscriptions. */
  consent?: PendingNewsletterConsent;
}

/**
 * Secret tokens that can be used once and expire: those of links in mails, of handovers and of log-ins that wait for a
 * one-time code.
 */
export const singleUseTokens = siteTable(
  'link_tokens',
  ['tokenHash'],
  {
    /** SHA-256 of the link's token, in hexadecimal. */
    tokenHash: text().notNull(),
    purpose: text().$type<SingleUseTokenPurpose>().notNull(),
    /** The account that the token belongs to; null for newsletters, invitations and handovers without a session. */
    userId: integer(),
    /** Only for links of purpose `ACTIVATE`: the registration that takes effect when this link is followed. */
    registration: jsonb().$type<PendingRegistration>(),
    /**
     * For links of purpose `NEWSLETTER`: the subscription to add. For `UNSUBSCRIBE`: the email address whose
     * subscriptions all end.
     */
    subscription: jsonb().$type<NewsletterLinkPayload>(),
    /** Only for links of purpose `HANDOVER`: the cart and session to transfer. */
    handover: jsonb().$type<HandoverPayload>(),
    /** Only for links of purpose `INVITATION`: the role that the link grants. */
    invitation: jsonb().$type<StaffInvitation>(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.siteId, table.expiresAt), parentKey(table, table.userId, users).onDelete('cascade')],
);

export const accountClosureRequests = siteTable(
  'closure_requests',
  ['id'],
  {
    id: generatedId(),
    userId: integer().notNull(),
    message: text().notNull(),
    createdAt: now(),
  },
  (table) => [index().on(table.siteId, table.userId), parentKey(table, table.userId, users).onDelete('cascade')],
);
