import { inArray } from 'drizzle-orm';
import { products } from '#server/api/catalogue/product-tables.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { findMissingAndLockExistingIds } from '#server/api/database/missing-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { forms } from '#server/api/forms/forms-tables.ts';
import { images } from '#server/api/media/media-tables.ts';
import { findImageIds } from '#server/api/site/resolve-config.ts';
import type { SectionInput } from '#shared/site/page-input.ts';
import { listFormIds } from '#shared/site/section-forms.ts';
import type { PublishFailure } from './publish-failure.ts';

/**
 * Finds the first section that shows a product, form or picture that visitors could not see, because it was deleted or
 * archived since the section was written.
 */
export async function findMissingOrArchivedReference(
  tx: SiteTx,
  sections: readonly SectionInput[],
  pickLanguage: PickLocalizedText,
): Promise<PublishFailure | null> {
  for (const [index, section] of sections.entries()) {
    const found = (await findInSection(tx, section, pickLanguage)) ?? null;
    if (found) return { refusal: found.refusal, values: { section: index + 1, name: found.name } };
  }
  return null;
}

interface MissingReference {
  refusal: PublishFailure['refusal'];
  /** The name of the missing item, or its id if its name is no longer known. */
  name: string;
}

async function findInSection(
  tx: SiteTx,
  section: SectionInput,
  pickLanguage: PickLocalizedText,
): Promise<MissingReference | undefined> {
  const [picture] = await findMissingAndLockExistingIds(tx, images, findImageIds(section));
  if (picture !== undefined) return { refusal: 'picture_missing', name: String(picture) };
  if (section.kind === 'products') return findMissingProduct(tx, section.products ?? [], pickLanguage);
  const [form] = await findMissingAndLockExistingIds(tx, forms, listFormIds([section]));
  return form === undefined ? undefined : { refusal: 'form_missing', name: String(form) };
}

async function findMissingProduct(
  tx: SiteTx,
  ids: readonly number[],
  pickLanguage: PickLocalizedText,
): Promise<MissingReference | undefined> {
  if (ids.length === 0) return undefined;
  const rows = await tx
    .select({ id: products.id, name: products.name, archivedAt: products.archivedAt })
    .from(products)
    .where(inArray(products.id, [...ids]));
  const missing = ids.find((id) => !rows.some((row) => row.id === id && row.archivedAt === null));
  if (missing === undefined) return undefined;
  const archived = rows.find(({ id }) => id === missing);
  return { refusal: 'product_missing', name: archived ? pickLanguage(archived.name) : String(missing) };
}
