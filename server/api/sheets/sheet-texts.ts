import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type catalogueTexts from '#shared/texts/en/catalogue.json';
import type productTexts from '#shared/texts/en/product.json';
import english from '#shared/texts/en/sheets.json' with { type: 'json' };

type SheetKey = keyof typeof english;
type ProductKey = keyof typeof productTexts;
type CatalogueKey = keyof typeof catalogueTexts;

const texts = {
  sheets: readTextsByLanguage<SheetKey, string>('sheets', Object.keys(english) as SheetKey[]),
  product: readTextsByLanguage<ProductKey, string>('product', []),
  catalogue: readTextsByLanguage<CatalogueKey, string>('catalogue', []),
};

export interface SheetTexts {
  sheet(key: SheetKey, values?: Readonly<Record<string, string | number>>): string;
  product(key: ProductKey, values?: Readonly<Record<string, string | number>>): string;
  catalogue(key: CatalogueKey, values?: Readonly<Record<string, string | number>>): string;
  number(value: number): string;
}

export function createSheetTexts(lang: Lang): SheetTexts {
  const format = new Intl.NumberFormat(getLocale(lang));
  return {
    sheet: (key, values = {}) => interpolate(texts.sheets[lang][key], values),
    product: (key, values = {}) => interpolate(texts.product[lang][key], values),
    catalogue: (key, values = {}) => interpolate(texts.catalogue[lang][key], values),
    number: (value) => format.format(value),
  };
}
