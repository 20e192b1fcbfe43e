import { inArray } from 'drizzle-orm';
import { mealIcons, variations } from '#server/api/catalogue/classification-tables.ts';
import { findMissingIds } from '#server/api/database/missing-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { CheckedRecord, UntranslatedIssue } from './product-record.ts';

type IdsOf = (input: ProductInput) => readonly number[];

const imagesOf: IdsOf = (input) => [...input.images, ...input.variants.flatMap(({ imageId }) => imageId ?? [])];
const variationsOf: IdsOf = ({ variants: list }) => list.flatMap((variant) => variant.variations);
const videoFilesOf: IdsOf = ({ videos }) => videos.flatMap((video) => ('file' in video ? [video.file] : []));

/** Finds references to tags, pictures, videos, meal icons and variations that do not exist. */
export async function findReferenceIssues(tx: SiteTx, checked: readonly CheckedRecord[]): Promise<UntranslatedIssue[]> {
  const inputs = checked.map(({ input }) => input);
  const missing = {
    images: new Set(await findMissingIds(tx, images, inputs.flatMap(imagesOf))),
    videos: new Set(await findMissingIds(tx, files, inputs.flatMap(videoFilesOf))),
    mealIcons: new Set(
      await findMissingIds(
        tx,
        mealIcons,
        inputs.flatMap((input) => input.mealIcons),
      ),
    ),
    variations: new Set(await findMissingIds(tx, variations, inputs.flatMap(variationsOf))),
  };
  const slugs = [...new Set(inputs.flatMap((input) => input.tags))];
  const storedTags = await tx.select({ slug: tags.slug }).from(tags).where(inArray(tags.slug, slugs));
  const knownTags = new Set(storedTags.map(({ slug }) => slug));
  return checked.flatMap(({ record: { line }, input }) => {
    const report = (column: string, ids: readonly number[], unknown: ReadonlySet<number>): UntranslatedIssue[] =>
      ids.filter((id) => unknown.has(id)).map((value) => ({ line, column, text: 'field.unknown_item', value }));
    return [
      ...report('images', imagesOf(input), missing.images),
      ...report('videos', videoFilesOf(input), missing.videos),
      ...report('mealIcons', input.mealIcons, missing.mealIcons),
      ...report('variant.variations', variationsOf(input), missing.variations),
      ...input.tags
        .filter((slug) => !knownTags.has(slug))
        .map((value): UntranslatedIssue => ({ line, column: 'tags', text: 'field.unknown_item', value })),
    ];
  });
}
