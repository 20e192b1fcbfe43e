import { useTexts } from '#client/core/app-context.tsx';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { useCart } from '../cart-context.tsx';
import { isLocalStorageAccessible } from '../is-local-storage-accessible.ts';
import css from './Cart.module.css';
import { EmptyCart, FilledCart } from './FilledCart.tsx';
import { useCartRefresh } from './use-cart-refresh.ts';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ shell, texts }) => {
  const title = texts.t('cart.title');
  const alternates = createAlternatesAtPath(shell, '/cart');
  return { status: 200, data: { title }, head: { title, alternates, hasNoIndex: true } };
};

/**
 * The server's page is the same for all visitors, so that it can be cached. The cart is restored from local storage in
 * the browser.
 */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const isRestored = useCart((state) => state.isRestored);
  const lines = useCart((state) => state.products);
  const { notice, refresh } = useCartRefresh();
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title} />
      <NoScriptNotice />
      <div className={css.body} aria-busy={!isRestored}>
        {!isRestored && <p className={css.loading}>{t('cart.loading')}</p>}
        <FormMessage kind="failure">
          {isRestored && !isLocalStorageAccessible() && t('cart.storage-blocked')}
        </FormMessage>
        {isRestored &&
          (lines.length > 0 ? <FilledCart notice={notice} refresh={refresh} /> : <EmptyCart notice={notice} />)}
      </div>
      {lines.length > 0 && <StatutoryNotices hasAlcohol={lines.some(({ product }) => product.isAlcohol)} />}
    </div>
  );
}
