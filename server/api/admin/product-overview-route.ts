import type { FastifyInstance } from 'fastify';
import { readCapacity } from '#server/api/catalogue/catalogue-tables.ts';
import { readLastMovementIds, readUnarchivedVariants } from '#server/api/catalogue/product-repository.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import type { Resource, StoredItem } from '#server/api/resources/resource.ts';
import { type OverviewProduct, productOverviewContract } from '#shared/admin/product-overview-contract.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { getQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { centsToEuros } from '#shared/money.ts';

export function productOverviewRoute(
  app: FastifyInstance,
  productResource: Resource<ProductInput>,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', productOverviewContract, dependencies);
  route('GET /admin/product/overview', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { defaultLang: siteLang, languages: itemLanguages } = site;
      const { items, total } = await listItems(tx, productResource, query, { lang, siteLang, itemLanguages });
      return { products: await toOverviews(tx, items, pickLanguage), total };
    }),
  );
}

async function toOverviews(
  tx: SiteTx,
  products: readonly StoredItem<ProductInput>[],
  pickLanguage: PickLocalizedText,
): Promise<OverviewProduct[]> {
  const ids = products.map(({ item }) => item.id);
  const variants = Map.groupBy(await readUnarchivedVariants(tx, ids), ({ productId }) => productId);
  const movements = await readLastMovementIds(
    tx,
    [...variants.values()].flat().map(({ id }) => id),
  );
  const mainImages = products.flatMap(({ item }) => item.images[0] ?? []);
  const images = await readImagesById(tx, mainImages, pickLanguage);
  return products.map(({ item, revision, archivedAt }) => ({
    id: item.id,
    revision,
    slug: item.slug,
    type: item.type,
    kind: item.kind,
    name: pickLanguage(item.name),
    appellation: pickLanguage(item.appellation),
    promoted: item.promoted,
    isPublished: item.isPublished,
    archivedAt: archivedAt?.toISOString() ?? null,
    image: images.get(item.images[0] ?? 0) ?? null,
    variants: (variants.get(item.id) ?? []).map((variant) => ({
      id: variant.id,
      reference: variant.reference,
      year: variant.year,
      ...readCapacity(item.kind, variant),
      price: centsToEuros(variant.price),
      plannedPrices: plannedPricesOf(item, variant.id),
      quantity: variant.isStockManaged && item.type !== 'BOX' ? variant.quantity : null,
      lastMovement: movements.get(variant.id) ?? 0,
      quantityStep: getQuantityStep({ isVintage: item.isVintage, sellByMultipleOf: variant.sellByMultipleOf }),
    })),
  }));
}

const plannedPricesOf = ({ variants }: ProductInput, variantId: number) =>
  (variants.find(({ id }) => id === variantId)?.plannedPrices ?? []).map(({ from, price }) => ({ from, price }));
