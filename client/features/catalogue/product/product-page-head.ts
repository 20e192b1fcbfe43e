import type { Head } from '#client/core/page-module.ts';
import type { Shell } from '#client/core/shell.ts';
import { centilitres } from '#shared/catalogue/capacity.ts';
import type { Award, ProductDetail, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { variantStep } from '#shared/catalogue/quantity-step.ts';
import { stockLevel } from '#shared/catalogue/stock-level.ts';
import { imageAddress } from '#shared/media/image-address.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { priceView } from '../card-view.ts';
import { volumeLabel } from '../format-label.ts';
import { pathOfVariant } from '../choice/product-choice.ts';

/** The product with its vintage, as one would say it. */
export const productTitle = (product: ProductDetail, { year }: Variant): string =>
  year === null || product.name.includes(String(year)) ? product.name : `${product.name} ${year}`;

const availability = (product: ProductDetail, declination: Variant): string =>
  stockLevel(declination, 0, variantStep(product, declination)) === 'out'
    ? 'https://schema.org/OutOfStock'
    : 'https://schema.org/InStock';

function offer(shell: Shell, product: ProductDetail, declination: Variant, texts: Texts): object {
  const { origin, name } = shell.site;
  const volume = product.type.type === 'BOX' ? [] : [volumeLabel(centilitres(declination), texts)];
  return {
    '@type': 'Offer',
    name: [productTitle(product, declination), ...volume].join(', '),
    sku: declination.reference || String(declination.id),
    price: centsToEuros(priceView(product, declination).now).toFixed(2),
    priceCurrency: 'EUR',
    availability: availability(product, declination),
    itemCondition: 'https://schema.org/NewCondition',
    url: origin + pathOfVariant(product, declination),
    seller: { '@type': 'Organization', name, url: origin },
  };
}

/** The product with an offer for each declination, as search engines read it. */
export function productJsonLd(
  shell: Shell,
  product: ProductDetail,
  chosen: { declination: Variant; canonical: string; awards: readonly Award[] },
  texts: Texts,
): object {
  const { origin, name } = shell.site;
  const { declination, canonical, awards } = chosen;
  const images = [declination.image, product.image, ...product.images].filter((image) => image !== null);
  return {
    '@type': 'Product',
    '@id': `${origin}${canonical}#product`,
    name: productTitle(product, declination),
    description: product.summary,
    category: texts.t(`catalogue.kind.${product.kind}`),
    sku: declination.reference || String(declination.id),
    url: origin + canonical,
    brand: { '@type': 'Brand', name },
    ...(images.length > 0 && {
      image: [...new Set(images.map(({ url }) => origin + imageAddress(url, 1200, 'jpeg')))],
    }),
    ...(awards.length > 0 && {
      award: awards.map((award) => `${award.distinction}, ${award.name}, ${award.year}`),
    }),
    offers: product.declination.map((one) => offer(shell, product, one, texts)),
  };
}

/** What search engines show of a title, in characters, less the estate's name, which the document adds. */
const titleLength = 48;

/** With the appellation, where that is not said already and does not make it too long to be read. */
function longTitle({ appellation }: ProductDetail, title: string): string {
  const long = `${title}, ${appellation}`;
  return appellation === '' || title.includes(appellation) || long.length > titleLength ? title : long;
}

export function productHead(
  { site }: Shell,
  product: ProductDetail,
  chosen: { declination: Variant; canonical: string },
  jsonLd: readonly object[],
): Head {
  const { declination, canonical } = chosen;
  return {
    title: longTitle(product, productTitle(product, declination)),
    description: product.summary,
    canonical,
    // A product has the same address in every language of its estate.
    alternates: Object.fromEntries(site.alternates.map(({ lang }) => [lang, canonical])),
    image: declination.image ?? product.image,
    type: 'product',
    jsonLd,
  };
}
