import { and, eq, isNull } from 'drizzle-orm';
import { products, variants } from '#server/api/catalogue/product-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { carriers, collectionPlaces } from '#server/api/shipping/shipping-tables.ts';
import { parameters, siteInfos } from '#server/api/site/site-tables.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payments-resource-specs.ts';
import { type GoLiveFacts, type GoLiveTask, listGoLiveTasks } from '#shared/site/go-live.ts';
import { siteInfoResourceSpec } from '#shared/site/site-resource-specs.ts';

/** Reads the tasks before the shop of a site opens. */
export const readGoLiveTasks = async (tx: SiteTx): Promise<GoLiveTask[]> => listGoLiveTasks(await readFacts(tx));

async function readFacts(tx: SiteTx): Promise<GoLiveFacts> {
  const [site] = await tx.select().from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  const { defaultLang: lang, hosts } = site;
  const values = await tx.select({ type: parameters.type, value: parameters.value }).from(parameters);
  const unpriced = await tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, and(eq(products.siteId, variants.siteId), eq(products.id, variants.productId)))
    .where(and(isNull(products.archivedAt), eq(variants.isArchived, false), eq(variants.price, 0)));
  return {
    texts: Object.fromEntries(
      values.flatMap(({ type, value }) =>
        typeof value === 'number' || typeof value === 'boolean' ? [] : [[type, resolveLocalized(value, lang, lang)]],
      ),
    ),
    hosts: hosts.map(({ name }) => name),
    paymentMethods: await tx.$count(acceptedPaymentMethods),
    deliveryMethods: (await tx.$count(carriers)) + (await tx.$count(collectionPlaces)),
    products: await tx.$count(products, isNull(products.archivedAt)),
    unpricedVariants: unpriced.length,
  };
}

/** The resources whose edit can open a shop. */
const openingResources: readonly string[] = [siteInfoResourceSpec.name, paymentMethodResourceSpec.name];

/**
 * Runs an edit by staff, and refuses it if it would open the shop while a legal duty is not fulfilled. After a refusal
 * the transaction must be rolled back.
 */
export async function runWithLegalDutyCheck<Value, Refusal extends string>(
  tx: SiteTx,
  resource: string,
  run: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | 'legal_duty_open'>> {
  if (!openingResources.includes(resource)) return run();
  const before = await readSalesState(tx);
  const outcome = await run();
  if (!outcome.ok) return outcome;
  const after = await readSalesState(tx);
  const isOpening = after.isSelling && (!before.isSelling || (after.isECommerce && !before.isECommerce));
  if (!isOpening) return outcome;
  const open = (await readGoLiveTasks(tx)).filter(({ isLegalDuty, isDone }) => isLegalDuty && !isDone);
  return open.length > 0 ? refuse('legal_duty_open', { values: { count: open.length } }) : outcome;
}

/** Checks whether visitors see the site and can order, which needs at least one payment method. */
export async function readSalesState(tx: SiteTx): Promise<{ isSelling: boolean; isECommerce: boolean }> {
  const [info] = await tx.select().from(siteInfos);
  const isOpen = info?.isBuilding === false;
  return {
    isSelling: isOpen && (await tx.$count(acceptedPaymentMethods)) > 0,
    isECommerce: info?.isECommerce ?? false,
  };
}
