import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { indexParametersByKey } from '#client/core/index-parameters-by-key.ts';
import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import { createRedirectError } from '#client/core/page-module.ts';
import { readUnlessNotFound } from '#client/core/read-unless-not-found.ts';
import { resolveProductUrl } from '#client/features/catalogue/choice/product-choice.ts';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { createProductBreadcrumb } from '#client/features/catalogue/product-breadcrumb.ts';
import { readReviewsServiceHost } from '#client/features/reviews/read-reviews-service-host.ts';
import { createReviewJsonLd } from '#client/features/reviews/review-json-ld.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { areTechnicalSheetsEnabled, buildTechnicalSheetPath } from '#shared/catalogue/technical-sheet.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { ApiReadError } from '#shared/rendering.ts';
import { productReviewPageSize } from '#shared/reviews/review-rules.ts';
import type { ProductPageData } from '../product-page-data.ts';
import { toProductView } from '../product-view.ts';
import { createProductJsonLd, createProductMetadata } from './product-metadata.ts';

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

export const loadProductPage: PageLoader<ProductPageData> = async (args) => {
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
    head: createProductMetadata(shell, product, { variant, canonical }, jsonLd),
  };
};
