import { at, type Finding } from './checking.ts';
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
      at(file, [...checkNames(value, known), ...checkKind(value), ...checkPrices(value)]),
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
  const twice = <T>(path: string, names: readonly T[]): Finding[] =>
    new Set(names).size === names.length ? [] : [{ path, reason: 'names one thing twice' }];
  const contents = product.products.map(({ idDeclination }) => idDeclination);
  return [
    ...missing('tags', product.tags, known.tags, 'tag'),
    ...missing('mealIcons', product.mealIcons, known.mealIcons, 'meal icon'),
    ...missing('recommended', product.recommended, known.products, 'product'),
    ...missing('products', contents, known.bottles, 'declination of a bottle'),
    ...product.declinations.flatMap(({ variations }, index) =>
      missing(`declinations.${index}.variations`, variations, known.variations, 'variation'),
    ),
    ...twice('tags', product.tags),
    ...twice('mealIcons', product.mealIcons),
    ...twice('recommended', product.recommended),
    ...twice('products', contents),
    ...twice('images', product.images),
  ];
}

function checkKind({ type, kind, declinations, products, isVintage }: ProductFile): Finding[] {
  const findings: Finding[] = [];
  const fault = (path: string, reason: string) => findings.push({ path, reason });
  if ((type === 'BOX') !== (kind === 'box')) fault('kind', 'a product of type BOX is of kind box, and no other is');
  if (type === 'BOX' && declinations.length !== 1) fault('declinations', 'a box has exactly one');
  if (type === 'BOX' && products.length === 0) fault('products', 'a box holds something');
  if (type === 'WINE' && products.length > 0) fault('products', 'only a box holds products');
  if (isVintage && declinations.some(({ year }) => year === null))
    fault('declinations', 'a vintage wine has a year in each');
  return findings;
}

function checkPrices({ discount, declinations }: ProductFile): Finding[] {
  const tooMuch = (path: string, given: ProductFile['discount']): Finding[] =>
    given?.type === 'PERCENTAGE' && given.amount > 100 ? [{ path, reason: 'is more than 100 percent' }] : [];
  const today = new Date().toISOString().slice(0, 10);
  return [
    ...tooMuch('discount.amount', discount),
    ...declinations.flatMap((declination, index) =>
      tooMuch(`declinations.${index}.discount.amount`, declination.discount),
    ),
    ...declinations.flatMap(({ priceHistory }, index) =>
      priceHistory.flatMap(({ from }, entry) =>
        from <= today ? [] : [{ path: `declinations.${index}.priceHistory.${entry}.from`, reason: 'is in the future' }],
      ),
    ),
  ];
}
