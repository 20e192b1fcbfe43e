import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { readUnlessNotFound } from '#client/core/describe-call-error.ts';
import { indexParametersByKey } from '#client/core/index-parameters-by-key.ts';
import { createRedirectError, type LoaderArgs, type PageLoader, type PageMetadata } from '#client/core/page-module.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { createProductBreadcrumb } from '#client/features/catalogue/product-breadcrumb.ts';
import { buildShortestVariantHref, resolveProductUrl } from '#client/features/catalogue/product-choice.ts';
import { readReviewsServiceHost } from '#client/features/reviews/read-reviews-service-host.ts';
import { createReviewJsonLd } from '#client/features/reviews/review-json-ld.ts';
import { createPicturePreload } from '#client/ui/Picture.tsx';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import type { Award, ProductDetail, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { type PriceView, toPriceView } from '#shared/catalogue/price-view.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { getVariantQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { getStockLevel } from '#shared/catalogue/stock-level.ts';
import { areTechnicalSheetsEnabled, buildTechnicalSheetPath } from '#shared/catalogue/technical-sheet.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { ApiReadError } from '#shared/rendering.ts';
import { productReviewPageSize } from '#shared/reviews/review-rules.ts';
import type { Texts } from '#shared/texts.ts';
import { ProductDetails } from './ProductDetails.tsx';
import { mainPictureSizes } from './ProductGallery.tsx';
import type { ProductPageData } from './product-page-data.ts';
import { toProductView } from './product-view.ts';

/** The query parameter `format` selects a variant below `/products`, where variants have no URL path of their own. */
export const declaredQueryParameters = ['format'] as const;

export const loader: PageLoader<ProductPageData> = async (args) => {
  const { read, shell, texts } = args;
  const { product, variant, canonical } = await findProduct(args);
  const [{ products: recommended }, { awards }, { parameters }, reviewsServiceHost, sheets, reviews] =
    await Promise.all([
      read('GET /v2/product/recommended/{id}', { params: { id: product.id } }),
      read('GET /award'),
      read('GET /parameter', { query: { type: 'SHIPPING_MESSAGE' } }),
      readReviewsServiceHost(read),
      readUnlessNotFound(read('GET /external-app/{app}/config/public', { params: { app: 'PRODUCT_FILE_GENERATOR' } })),
      readUnlessNotFound(
        read('GET /product/{id}/review', { params: { id: product.id }, query: { nbItem: productReviewPageSize } }),
      ),
    ]);
  const hasSheet = isDrinkKind(product.kind) && areTechnicalSheetsEnabled(sheets?.config);
  const { SHIPPING_MESSAGE: shipping } = indexParametersByKey(parameters);
  const view = toProductView(product, variant, { awards, recommended });
  const [main] = view.pictures;
  const crumbs = createProductBreadcrumb(shell, product.kind, formatProductTitle(product, variant));
  const productAwards = awards.filter(({ idProduct }) => idProduct === product.id);
  const jsonLd = import.meta.env.SSR
    ? [
        {
          ...createProductJsonLd(shell, product, { variant, canonical, awards: productAwards }, texts),
          ...createReviewJsonLd(reviews),
        },
        createBreadcrumbJsonLd({ site: shell.site, texts }, crumbs, canonical),
      ]
    : [];
  return {
    status: 200,
    data: {
      product: view,
      crumbs,
      html: product.html,
      shipping: shipping ? { html: shipping } : null,
      reviews: reviews && reviews.total > 0 ? reviews : null,
      reviewsServiceHost,
      technicalSheet: hasSheet ? buildTechnicalSheetPath(product.id, variant.id) : null,
    },
    head: {
      ...createProductMetadata(shell, product, { variant, canonical }, jsonLd),
      preload: main && createPicturePreload(main, mainPictureSizes(main, !isDrinkKind(view.kind))),
    },
  };
};

/** Page of a product. Its URL selects the variant. */
export const Page = ({ data }: { data: ProductPageData }) => <ProductDetails {...data} />;

/** Loads a product and selects the variant that the URL names. */
async function findProduct({ read, params, url }: LoaderArgs) {
  const id = parseId(params.id);
  if (id === null) throw new ApiReadError(404, '');
  const { product } = await read('GET /product/{id}', { params: { id } });
  const resolution = resolveProductUrl(product, {
    prefix: url.pathname.startsWith('/wines/') ? 'wines' : 'products',
    slug: params.slug,
    year: params.year,
    idDeclination: params.idDeclination,
    format: url.searchParams.get('format'),
  });
  if (resolution.kind === 'moved') throw createRedirectError(resolution.to);
  if (resolution.kind === 'unknown') throw new ApiReadError(404, '');
  return { product, variant: resolution.variant, canonical: resolution.canonical };
}

const availability = (product: ProductDetail, variant: Variant): string =>
  getStockLevel(variant, 0, getVariantQuantityStep(product, variant)) === 'out'
    ? 'https://schema.org/OutOfStock'
    : 'https://schema.org/InStock';

const amount = (cents: Cents) => ({ price: centsToEuros(cents).toFixed(2), priceCurrency: 'EUR' });

/**
 * Describes the price per litre, and beside a reduced price the lowest one of the 30 days before, as the page shows
 * them (directive 98/6/EC, articles 3 and 6a).
 */
function priceSpecification({ now, perLitre, before }: PriceView): object {
  const litre = { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' };
  const specifications = [
    ...(perLitre === undefined && before === undefined
      ? []
      : [{ '@type': 'UnitPriceSpecification', ...amount(now), valueAddedTaxIncluded: true }]),
    ...(before === undefined
      ? []
      : [
          {
            '@type': 'UnitPriceSpecification',
            priceType: 'https://schema.org/StrikethroughPrice',
            ...amount(before),
            valueAddedTaxIncluded: true,
          },
        ]),
    ...(perLitre === undefined
      ? []
      : [
          {
            '@type': 'UnitPriceSpecification',
            ...amount(perLitre),
            referenceQuantity: litre,
            valueAddedTaxIncluded: true,
          },
        ]),
  ];
  return specifications.length > 0 ? { priceSpecification: specifications } : {};
}

function offer(shell: SiteShell, product: ProductDetail, variant: Variant, texts: Texts): object {
  const { origin, name } = shell.site;
  const price = toPriceView(product, variant);
  const volume = isDrinkKind(product.kind) ? [formatVolume(toCentilitres(variant), texts)] : [];
  return {
    '@type': 'Offer',
    name: [formatProductTitle(product, variant), ...volume].join(', '),
    sku: variant.reference || String(variant.id),
    ...amount(price.now),
    ...priceSpecification(price),
    availability: availability(product, variant),
    itemCondition: 'https://schema.org/NewCondition',
    url: origin + buildShortestVariantHref(product, variant),
    seller: { '@type': 'Organization', name, url: origin },
  };
}

/** Describes a product as a schema.org `Product` with one `Offer` per variant. */
export function createProductJsonLd(
  shell: SiteShell,
  product: ProductDetail,
  chosen: { variant: Variant; canonical: string; awards: readonly Award[] },
  texts: Texts,
): object {
  const { origin, name } = shell.site;
  const { variant, canonical, awards } = chosen;
  const images = [variant.image, product.image, ...product.images].filter((image) => image !== null);
  return {
    '@type': 'Product',
    '@id': `${origin}${canonical}#product`,
    name: formatProductTitle(product, variant),
    description: product.summary,
    category: texts.t(`catalogue.kind.${product.kind}`),
    sku: variant.reference || String(variant.id),
    url: origin + canonical,
    brand: { '@type': 'Brand', name },
    ...(images.length > 0 && {
      image: [...new Set(images.map(({ url }) => origin + buildImageUrl(url, 1200, 'jpeg')))],
    }),
    ...(awards.length > 0 && {
      award: awards.map((award) => `${award.distinction}, ${award.name}, ${award.year}`),
    }),
    offers: product.declination.map((one) => offer(shell, product, one, texts)),
  };
}

/**
 * Maximum length in characters of a title that search engines show in full, less the estate's name, which the document
 * appends.
 */
const maxTitleLength = 48;

/** Appends the appellation to a title, unless the title already contains it or would become too long. */
function longTitle({ appellation }: ProductDetail, title: string): string {
  const long = `${title}, ${appellation}`;
  return appellation === '' || title.includes(appellation) || long.length > maxTitleLength ? title : long;
}

export function createProductMetadata(
  { site }: SiteShell,
  product: ProductDetail,
  chosen: { variant: Variant; canonical: string },
  jsonLd: readonly object[],
): PageMetadata {
  const { variant, canonical } = chosen;
  return {
    title: longTitle(product, formatProductTitle(product, variant)),
    description: product.summary,
    canonical,
    // A product has the same URL path in every language of the site, and only the host differs.
    alternates: Object.fromEntries(site.alternates.map(({ lang }) => [lang, canonical])),
    image: variant.image ?? product.image,
    type: 'product',
    jsonLd,
  };
}
