import { sql } from 'drizzle-orm';
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { HandoverCart } from '#shared/accounts/handover/handover-contract.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const instant = () => timestamp({ withTimezone: true });
const now = () => instant().notNull().default(sql`now()`);

/** The customers and staff of one estate. The same email address at another estate is a separate account. */
export const users = pgTable(
  'users',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    /** As the customer has written it. */
    email: text().notNull(),
    /** `email` in lower case, unique within a site. */
    emailKey: text().notNull(),
    /** Argon2id, in the PHC string format. */
    passwordHash: text().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    phone: text().notNull(),
    birthdate: date({ mode: 'string' }),
    role: text().$type<Role>().notNull(),
    /** The language of mails to the user. */
    lang: text().$type<Lang>().notNull(),
    /** null until the link of the registration mail was followed. Until then the user cannot log in. */
    activatedAt: instant(),
    termsAcceptedAt: instant(),
    createdAt: now(),
    /** The last log-in, order or visit of the personal space, from which the retention period counts. */
    lastActiveAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.lastActiveAt),
  ],
);

/** Open sessions. The token itself is never stored. */
export const sessions = pgTable(
  'sessions',
  {
    siteId: siteIdColumn(),
    /** SHA-256 of the token, in hexadecimal. */
    tokenHash: text().notNull(),
    userId: integer().notNull(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.tokenHash] }),
    index().on(table.siteId, table.userId),
    index().on(table.siteId, table.expiresAt),
    foreignKey({ columns: [table.siteId, table.userId], foreignColumns: [users.siteId, users.id] }).onDelete('cascade'),
  ],
);

/** The data of a registration form. */
export interface PendingRegistration {
  passwordHash: string;
  firstname: string;
  lastname: string;
  phone: string;
  birthdate: string;
  lang: Lang;
  newsletter: boolean;
  /** ISO 8601. */
  termsAcceptedAt: string;
}

export type MailLinkPurpose = 'ACTIVATE' | 'RESET' | 'NEWSLETTER' | 'UNSUBSCRIBE' | 'HANDOVER';

/** The cart and session that a HANDOVER token gives to another host of the site. */
export interface HandoverPayload {
  cart: HandoverCart;
  /** SHA-256 of the session token; null for a visitor who is not logged in. */
  sessionHash: string | null;
}

/** The secret links in mails. Each can be used once and expires. */
export const mailLinkTokens = pgTable(
  'link_tokens',
  {
    siteId: siteIdColumn(),
    /** SHA-256 of the token, in hexadecimal. */
    tokenHash: text().notNull(),
    purpose: text().$type<MailLinkPurpose>().notNull(),
    /** null for a newsletter subscription without an account. */
    userId: integer(),
    /** For ACTIVATE: the registration that takes effect when this very link is followed. */
    registration: jsonb().$type<PendingRegistration>(),
    /** For NEWSLETTER and UNSUBSCRIBE; the latter ends all subscriptions. */
    subscription: jsonb().$type<{ email: string; lists: number[] }>(),
    /** For HANDOVER. */
    handover: jsonb().$type<HandoverPayload>(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.tokenHash] }),
    index().on(table.siteId, table.expiresAt),
    foreignKey({ columns: [table.siteId, table.userId], foreignColumns: [users.siteId, users.id] }).onDelete('cascade'),
  ],
);

/** The newsletters that an estate offers. */
export const newsletterLists = pgTable(
  'newsletter_lists',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    description: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/** Confirmed subscriptions of email addresses, with or without an account. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    siteId: siteIdColumn(),
    /** `email` in lower case. */
    emailKey: text().notNull(),
    listId: integer().notNull(),
    email: text().notNull(),
    subscribedAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.emailKey, table.listId] }),
    foreignKey({
      columns: [table.siteId, table.listId],
      foreignColumns: [newsletterLists.siteId, newsletterLists.id],
    }).onDelete('cascade'),
  ],
);

/** Members who asked the estate to close their membership. */
export const accountClosureRequests = pgTable(
  'closure_requests',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    userId: integer().notNull(),
    message: text().notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.userId),
    foreignKey({ columns: [table.siteId, table.userId], foreignColumns: [users.siteId, users.id] }).onDelete('cascade'),
  ],
);
