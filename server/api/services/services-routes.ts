import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import { tagFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readTagsOfListedItems } from '#server/api/site/read-tags-of-listed-items.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';
import type { Image } from '#shared/media/image.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type ServiceItem, servicesContract } from '#shared/services/services-contract.ts';
import { services } from './services-tables.ts';

type ServiceRow = typeof services.$inferSelect;

/** Reads one page of the services with the wanted tags, in the estate's order, and their total number. */
async function readServicePage(tx: SiteTx, { filters, page, nbItem }: ListQuery) {
  const where = and(...filters.map((filter) => tagFilterSql(services.tags, filter)));
  const total = await tx.$count(services, where);
  const rows = await tx
    .select()
    .from(services)
    .where(where)
    .orderBy(asc(services.position), asc(services.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

const readServiceTags = (tx: SiteTx, pickLanguage: PickLocalizedText): Promise<ListFilterTag[]> =>
  readTagsOfListedItems(tx, { table: services, column: services.tags }, undefined, pickLanguage);

export async function readService(tx: SiteTx, id: number): Promise<ServiceRow | null> {
  const [row] = await tx.select().from(services).where(eq(services.id, id));
  return row ?? null;
}

export function servicesRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'services', servicesContract, dependencies);

  route('GET /service', ({ query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readServicePage(tx, query);
      const images = await readImagesById(
        tx,
        rows.map(({ imageId }) => imageId),
        pickLanguage,
      );
      const items = rows.map((row) => withoutDetail(toItem(row, images, pickLanguage)));
      return { services: items, total, tags: await readServiceTags(tx, pickLanguage) };
    }),
  );

  route('GET /service/{id}', ({ params, user, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const row = await readService(tx, params.id);
      if (!row) return refuse('not_found');
      if (row.membersOnly && !user) return refuse('members_only');
      const images = await readImagesById(tx, [row.imageId], pickLanguage);
      return ok({
        ...toItem(row, images, pickLanguage),
        html: pickLanguage(row.html),
        hasCalendar: row.schedules.length > 0,
      });
    }),
  );
}

const toItem = (row: ServiceRow, images: ReadonlyMap<number, Image>, pickLanguage: PickLocalizedText): ServiceItem => ({
  id: row.id,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  tags: row.tags,
  membersOnly: row.membersOnly,
  price: row.price === null ? null : centsToEuros(row.price),
  updatedAt: row.updatedAt.toISOString(),
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});

/**
 * Removes summary and price of a service for members. The list is the same for all callers, so it contains nothing that
 * only members may see.
 */
const withoutDetail = (item: ServiceItem): ServiceItem =>
  item.membersOnly ? { ...item, summary: '', price: null } : item;
