import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { generatedId, instant, siteTable } from '#server/api/database/sites-table.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import type { Lang } from '#shared/languages.ts';

const services = () => text().array().$type<AnalyticsServiceKey[]>().notNull().default(sql`'{}'`);

/** Consent records: the choices that visitors made about cookies. Every change of a choice is a separate row. */
export const cookieConsentRecords = siteTable(
  'consent_records',
  ['id'],
  {
    id: generatedId(),
    /** Random id of the choice that a browser stores. It is not connected to an account. */
    consentId: uuid().notNull(),
    accepted: services(),
    refused: services(),
    revision: integer().notNull(),
    textVersion: text().notNull(),
    lang: text().$type<Lang>().notNull(),
    recordedAt: instant().notNull(),
    erasedAfter: instant().notNull(),
  },
  (table) => [index().on(table.siteId, table.erasedAfter)],
);
