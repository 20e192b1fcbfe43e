import { findProductIssues } from '#shared/catalogue/find-product-issues.ts';
import { findPricesPlannedTooFarAhead } from '#shared/catalogue/planned-price.ts';
import { addFileName, type ContentFileIssue, toContentFileIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ProductFile } from './content-schema.ts';
import type { ParsedContentFile, ParsedSiteContent } from './read-site-folder.ts';

/** Reports duplicate ids and slugs, missing references and violated rules in the product files. */
export function checkProductFiles({ files, products }: ParsedSiteContent): ContentIssue[] {
  const known = {
    tags: new Set(files['tags.json'].map(({ slug }) => slug)),
    variations: new Set(files['variations.json'].map(({ id }) => id)),
    mealIcons: new Set(files['meal-icons.json'].map(({ id }) => id)),
    products: new Set(products.map(({ value }) => value.id)),
    bottles: new Set(
      products
        .filter(({ value }) => value.type === 'WINE')
        .flatMap(({ value }) => value.declinations.flatMap(({ id, isArchived }) => (isArchived ? [] : id))),
    ),
  };
  const awards = files['awards.json'].flatMap(({ product }, index): ContentFileIssue[] =>
    known.products.has(product) ? [] : [{ path: `${index}.product`, reason: `there is no product ${product}` }],
  );
  return [
    ...findDuplicateIds(products),
    ...products.flatMap(({ file, value }) =>
      addFileName(file, [...checkProductReferences(value, known), ...checkRules(value), ...checkPriceHistory(value)]),
    ),
    ...addFileName('content/awards.json', awards),
  ];
}

interface KnownIds {
  tags: ReadonlySet<string>;
  variations: ReadonlySet<number>;
  mealIcons: ReadonlySet<number>;
  products: ReadonlySet<number>;
  bottles: ReadonlySet<number>;
}

function findDuplicateIds(products: readonly ParsedContentFile<ProductFile>[]): ContentIssue[] {
  const seen = new Map<string, string>();
  const claim = (file: string, path: string, label: string, value: string | number): ContentFileIssue[] => {
    const other = seen.get(`${label} ${value}`);
    seen.set(`${label} ${value}`, file);
    return other ? [{ path, reason: `${label} ${value} is used already in ${other}` }] : [];
  };
  return products.flatMap(({ file, value }) =>
    addFileName(file, [
      ...claim(file, 'id', 'the id', value.id),
      ...claim(file, 'slug', 'the slug', value.slug),
      ...value.declinations.flatMap(({ id }, index) => claim(file, `declinations.${index}.id`, 'the declination', id)),
    ]),
  );
}

function checkProductReferences(product: ProductFile, known: KnownIds): ContentFileIssue[] {
  const missing = <T>(
    path: string,
    references: readonly T[],
    knownIds: ReadonlySet<T>,
    label: string,
  ): ContentFileIssue[] =>
    references.flatMap((reference, index) =>
      knownIds.has(reference) ? [] : [{ path: `${path}.${index}`, reason: `there is no ${label} ${reference}` }],
    );
  const contents = product.products.map(({ idDeclination }) => idDeclination);
  return [
    ...missing('tags', product.tags, known.tags, 'tag'),
    ...missing('mealIcons', product.mealIcons, known.mealIcons, 'meal icon'),
    ...missing('recommended', product.recommended, known.products, 'product'),
    ...missing('products', contents, known.bottles, 'declination of a bottle'),
    ...product.declinations.flatMap(({ variations }, index) =>
      missing(`declinations.${index}.variations`, variations, known.variations, 'variation'),
    ),
  ];
}

/** Fields whose name in the product file differs from that of the input: input field → file field. */
const fieldNamesInFile: Record<string, string> = { variants: 'declinations', boxContents: 'products' };

function checkRules({ declinations, products, ...product }: ProductFile): ContentFileIssue[] {
  const boxContents = products.map(({ idDeclination }) => ({ variantId: idDeclination }));
  const issues = [
    ...findProductIssues({ ...product, variants: declinations, boxContents }),
    ...findPricesPlannedTooFarAhead(declinations, new Date()),
  ];
  return toContentFileIssues(
    issues.map(({ path: [field = '', ...rest], message }) => ({
      path: [fieldNamesInFile[field] ?? field, ...rest],
      message,
    })),
  );
}

function checkPriceHistory({ declinations }: ProductFile): ContentFileIssue[] {
  const today = new Date().toISOString().slice(0, 10);
  return declinations.flatMap(({ priceHistory }, index) =>
    priceHistory.flatMap(({ from }, entry) =>
      from <= today ? [] : [{ path: `declinations.${index}.priceHistory.${entry}.from`, reason: 'is in the future' }],
    ),
  );
}
