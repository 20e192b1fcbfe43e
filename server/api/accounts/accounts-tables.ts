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
import { siteId } from '#server/api/database/sites-table.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const instant = () => timestamp({ withTimezone: true });
const now = () => instant().notNull().default(sql`now()`);

/** The customers and staff of one estate. The same e-mail at another estate is somebody else. */
export const users = pgTable(
  'users',
  {
    siteId: siteId(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    /** As its owner writes it. */
    email: text().notNull(),
    /** In small letters: what tells one account from another. */
    emailKey: text().notNull(),
    /** Argon2id, in the PHC string format. */
    passwordHash: text().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    phone: text().notNull(),
    birthdate: date({ mode: 'string' }),
    role: text().$type<Role>().notNull(),
    /** In which mails are written. */
    lang: text().$type<Lang>().notNull(),
    /** null until the link of the registration mail was followed: until then nobody can log in. */
    activatedAt: instant(),
    termsAcceptedAt: instant(),
    createdAt: now(),
    /** A log-in, an order, a visit of the personal space: what the three years of keeping count from. */
    lastActiveAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.lastActiveAt),
  ],
);

/** Who is logged in. The token itself is the browser's alone. */
export const sessions = pgTable(
  'sessions',
  {
    siteId: siteId(),
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

/** What somebody wrote who wants an account. */
export interface Registration {
  passwordHash: string;
  firstname: string;
  lastname: string;
  phone: string;
  birthdate: string;
  lang: Lang;
  newsletter: boolean;
  /** When the terms were accepted: ISO 8601. */
  termsAcceptedAt: string;
}

export type LinkPurpose = 'ACTIVATE' | 'RESET' | 'NEWSLETTER';

/** What the links of mails stand for: each may be followed once, and for a short time. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    siteId: siteId(),
    /** SHA-256 of the token, in hexadecimal. */
    tokenHash: text().notNull(),
    purpose: text().$type<LinkPurpose>().notNull(),
    /** null for a subscription of somebody who has no account. */
    userId: integer(),
    /** What is registered, for ACTIVATE: it is in force once this very link has been followed. */
    registration: jsonb().$type<Registration>(),
    /** What is subscribed, for NEWSLETTER. */
    subscription: jsonb().$type<{ email: string; lists: number[] }>(),
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
    siteId: siteId(),
    id: integer().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    description: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/** Who gets which newsletter: confirmed addresses, of customers and others. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    siteId: siteId(),
    /** The address in small letters. */
    emailKey: text().notNull(),
    listId: integer().notNull(),
    email: text().notNull(),
    since: now(),
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
export const closureRequests = pgTable(
  'closure_requests',
  {
    siteId: siteId(),
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
