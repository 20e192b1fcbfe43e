import { productIssues } from '#shared/catalogue/product-issues.ts';
import { at, type Finding, findingsOf } from './checking.ts';
import type { ProductFile } from './content-schema.ts';
import type { Fault } from './faults.ts';
import type { Filed, SiteContent } from './read-site-folder.ts';

/** What a catalogue says of itself: things used twice, and things named that are not there. */
export function checkProducts({ files, products }: SiteContent): Fault[] {
  const known = {
    tags: new Set(files['tags.json'].map(({ slug }) => slug)),
    variations: new Set(files['variations.json'].map(({ id }) => id)),
    mealIcons: new Set(files['meal-icons.json'].map(({ id }) => id)),
    products: new Set(products.map(({ value }) => value.id)),
    bottles: new Set(
      products
        .filter(({ value }) => value.type === 'WINE')
        .flatMap(({ value }) => value.declinations.map(({ id }) => id)),
    ),
  };
  const awards = files['awards.json'].flatMap(({ product }, index): Finding[] =>
    known.products.has(product) ? [] : [{ path: `${index}.product`, reason: `there is no product ${product}` }],
  );
  return [
    ...usedTwice(products),
    ...products.flatMap(({ file, value }) =>
      at(file, [...checkNames(value, known), ...checkRules(value), ...checkPriceHistory(value)]),
    ),
    ...at('content/awards.json', awards),
  ];
}

interface Known {
  tags: ReadonlySet<string>;
  variations: ReadonlySet<number>;
  mealIcons: ReadonlySet<number>;
  products: ReadonlySet<number>;
  bottles: ReadonlySet<number>;
}

function usedTwice(products: readonly Filed<ProductFile>[]): Fault[] {
  const seen = new Map<string, string>();
  const claim = (file: string, path: string, what: string, value: string | number): Finding[] => {
    const other = seen.get(`${what} ${value}`);
    seen.set(`${what} ${value}`, file);
    return other ? [{ path, reason: `${what} ${value} is used already in ${other}` }] : [];
  };
  return products.flatMap(({ file, value }) =>
    at(file, [
      ...claim(file, 'id', 'the id', value.id),
      ...claim(file, 'slug', 'the slug', value.slug),
      ...value.declinations.flatMap(({ id }, index) => claim(file, `declinations.${index}.id`, 'the declination', id)),
    ]),
  );
}

function checkNames(product: ProductFile, known: Known): Finding[] {
  const missing = <T>(path: string, names: readonly T[], there: ReadonlySet<T>, what: string): Finding[] =>
    names.flatMap((name, index) =>
      there.has(name) ? [] : [{ path: `${path}.${index}`, reason: `there is no ${what} ${name}` }],
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

/** Fields whose names in the file are not those of the input. */
const fileFields: Record<string, string> = { variants: 'declinations', boxContents: 'products' };

function checkRules({ declinations, products, ...product }: ProductFile): Finding[] {
  const boxContents = products.map(({ idDeclination }) => ({ variantId: idDeclination }));
  const issues = productIssues({ ...product, variants: declinations, boxContents });
  return findingsOf(
    issues.map(({ path: [field = '', ...rest], message }) => ({
      path: [fileFields[field] ?? field, ...rest],
      message,
    })),
  );
}

function checkPriceHistory({ declinations }: ProductFile): Finding[] {
  const today = new Date().toISOString().slice(0, 10);
  return declinations.flatMap(({ priceHistory }, index) =>
    priceHistory.flatMap(({ from }, entry) =>
      from <= today ? [] : [{ path: `declinations.${index}.priceHistory.${entry}.from`, reason: 'is in the future' }],
    ),
  );
}
