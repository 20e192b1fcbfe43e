import { findMissingCapacities, findProductFieldIssues } from '#shared/catalogue/find-product-field-issues.ts';
import {
  findReferenceIssuesOfProduct,
  listBoxableVariantIds,
} from '#shared/catalogue/find-reference-issues-of-product.ts';
import { findPlannedPriceTooFarAheadIssues } from '#shared/catalogue/planned-price.ts';
import { findTakenSlugIssues } from '#shared/find-taken-slug-issues.ts';
import { findIssuesOfReference, findTakenValueIssues } from '#shared/item-issue.ts';
import {
  addFileName,
  findDuplicateValueIssues,
  type IssueWithinContentFile,
  toContentFileIssues,
} from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ProductFile } from './content-schema.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/**
 * Reports duplicate ids and slugs, missing references and violated rules in the product files, and awards of unknown
 * products.
 */
export function checkProductFiles({ files, products }: ParsedSiteContent): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  const variantOwners = new Map<number, string>();
  const known = { ...listKnown(files, products), variantOwners };
  const issues = products.flatMap(({ file, value }) => {
    const taken = [...findTakenValueIssues(['id'], value.id, ids), ...findTakenSlugIssues(value, slugs)];
    const between = [...taken, ...findReferenceIssuesOfProduct(toCheckedProduct(value), known)];
    ids.set(value.id, `in ${file}`);
    slugs.set(value.slug, `in ${file}`);
    for (const { id } of value.declinations) variantOwners.set(id, `in ${file}`);
    return addFileName(file, [
      ...toItemFileIssues(between.map(toFieldOfFile)),
      ...findDuplicateValueIssues(
        value.declinations.map(({ id }) => id),
        'id',
        'the id',
        'declinations.',
      ),
      ...checkRules(value),
      ...checkPriceHistory(value),
    ]);
  });
  const awards = files['awards.json'].flatMap(({ product }, index) =>
    toItemFileIssues(findIssuesOfReference('product', ['product'], product, known.products), index),
  );
  return [...issues, ...addFileName('content/awards.json', awards)];
}

const listKnown = (files: ParsedSiteContent['files'], products: ParsedSiteContent['products']) => ({
  tags: new Set(files['tags.json'].map(({ slug }) => slug)),
  variations: new Set(files['variations.json'].map(({ id }) => id)),
  mealIcons: new Set(files['meal-icons.json'].map(({ id }) => id)),
  // Product files name videos by path or URL, not by id. The paths are checked when the media files are read.
  files: new Set<number>(),
  products: new Set(products.map(({ value }) => value.id)),
  bottles: new Set(products.flatMap(({ value }) => listBoxableVariantIds({ ...value, variants: value.declinations }))),
});

const toCheckedProduct = ({ declinations, products, videos: _videos, ...product }: ProductFile) => ({
  ...product,
  videos: [],
  variants: declinations,
  boxContents: products.map(({ idDeclination }) => ({ variantId: idDeclination })),
});

/** Fields whose name in the product file differs from that of the input: input field → file field. */
const fieldNamesInFile: Record<string, string> = { variants: 'declinations', boxContents: 'products' };

const toFieldOfFile = <Issue extends { path: readonly (string | number)[] }>(issue: Issue): Issue => {
  const [field = '', ...rest] = issue.path;
  return { ...issue, path: [fieldNamesInFile[field] ?? field, ...rest] };
};

function checkRules(product: ProductFile): IssueWithinContentFile[] {
  const checked = toCheckedProduct(product);
  const issues = [
    ...findProductFieldIssues(checked),
    ...findMissingCapacities(checked),
    ...findPlannedPriceTooFarAheadIssues(checked.variants, new Date()),
  ];
  return toContentFileIssues(issues.map(toFieldOfFile));
}

function checkPriceHistory({ declinations }: ProductFile): IssueWithinContentFile[] {
  const today = new Date().toISOString().slice(0, 10);
  return declinations.flatMap(({ priceHistory }, index) =>
    priceHistory.flatMap(({ from }, entry) =>
      from <= today ? [] : [{ path: `declinations.${index}.priceHistory.${entry}.from`, reason: 'is in the future' }],
    ),
  );
}
