import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { toProductCardView } from '#client/features/catalogue/product-card-view.ts';
import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import css from './ProductsSection.module.css';
import type { SectionFields, SectionLoaderData, SectionProps } from './section-props.ts';
import { TitleRow } from './TitleRow.tsx';

const maxProducts = 3;

/** Loads up to `maxProducts` products: those with the section's first ids, or promoted products if it has no ids. */
async function readProducts(ids: readonly number[], read: LoaderArgs['read']): Promise<Product[]> {
  const shownIds = ids.slice(0, maxProducts);
  const chosen = shownIds.length === 0 ? { promoted: 'true' } : { id: shownIds.join(',') };
  const { products } = await read('GET /product', { query: { ...chosen, nbItem: maxProducts } });
  return shownIds.length === 0 ? products : shownIds.flatMap((id) => products.find((each) => each.id === id) ?? []);
}

export async function loadChosenOrPromotedProducts(
  { title, products = [] }: SectionFields<'products'>,
  { read }: LoaderArgs,
): Promise<SectionLoaderData['products']> {
  const [shown, { awards }] = await Promise.all([readProducts(products, read), read('GET /award')]);
  return { title, cards: shown.map((product) => toProductCardView(product, awards)) };
}

export function ProductsSection({ title, cards }: SectionProps<'products'>) {
  const shell = useSiteShell();
  const { t } = useTexts();
  const wines = findPathOfPageKind(shell, 'WINE');
  if (cards.length === 0) return null;
  return (
    <section className={css.products}>
      <div className="page">
        <TitleRow
          title={title || t('site.wines')}
          link={wines === null ? null : { href: wines, label: t('site.home.all-wines') }}
        />
        <ProductCards cards={cards} heading="h3" />
      </div>
    </section>
  );
}
