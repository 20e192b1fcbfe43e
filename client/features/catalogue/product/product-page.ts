import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import { redirectTo } from '#client/core/page-module.ts';
import { parametersByKey } from '#client/core/parameters.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import { ReadFailure } from '#shared/rendering.ts';
import { parsePathId, resolveAddress } from '../choice/product-choice.ts';
import { crumbsJsonLd, productCrumbs } from './product-crumbs.ts';
import { productHead, productJsonLd, productTitle } from './product-page-head.ts';
import { type ProductView, productView } from './product-view.ts';

export interface ProductPageData {
  product: ProductView;
  crumbs: Crumb[];
  /** The description; not part of the hydration data. */
  html?: string;
  /** What the estate says of delivery; without its text in the hydration data. */
  shipping: { html?: string } | null;
}

/** What the address asks for: the product, and the one of its bottles that is chosen. */
async function findProduct({ read, params, url }: LoaderArgs) {
  const id = parsePathId(params.id);
  if (id === null) throw new ReadFailure(404, '');
  const { product } = await read('GET /product/{id}', { params: { id } });
  const answer = resolveAddress(product, {
    prefix: url.pathname.startsWith('/wines/') ? 'wines' : 'products',
    slug: params.slug,
    year: params.year,
    idDeclination: params.idDeclination,
    format: url.searchParams.get('format'),
  });
  if (answer.kind === 'moved') throw redirectTo(answer.to);
  if (answer.kind === 'unknown') throw new ReadFailure(404, '');
  return { product, declination: answer.declination, canonical: answer.canonical };
}

/** A product under any of its addresses. */
export const productLoader: PageLoader<ProductPageData> = async (args) => {
  const { read, shell, texts } = args;
  const { product, declination, canonical } = await findProduct(args);
  const [{ products: recommended }, { awards }, { parameters }] = await Promise.all([
    read('GET /v2/product/recommended/{id}', { params: { id: product.id } }),
    read('GET /award'),
    read('GET /parameter', { query: { type: 'SHIPPING_MESSAGE' } }),
  ]);
  const { SHIPPING_MESSAGE: shipping } = parametersByKey(parameters);
  const view = productView(product, declination, { awards, recommended });
  const crumbs = productCrumbs(shell, product.kind, productTitle(product, declination));
  const own = awards.filter(({ idProduct }) => idProduct === product.id);
  const jsonLd = import.meta.env.SSR
    ? [
        productJsonLd(shell, product, { declination, canonical, awards: own }, texts),
        crumbsJsonLd(shell.site.origin, texts.t('site.home'), crumbs, canonical),
      ]
    : [];
  return {
    status: 200,
    data: { product: view, crumbs, html: product.html, shipping: shipping ? { html: shipping } : null },
    head: productHead(shell, product, { declination, canonical }, jsonLd),
  };
};
