import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbOutsideTree } from '#client/core/breadcrumb.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { useCart, useCartStore } from '#client/features/cart/cart-store.tsx';
import { isLocalStorageAccessible } from '#client/features/cart/is-local-storage-accessible.ts';
import { toEventItems } from '#client/features/cart/shop-event-payload.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { mergeCspSources } from '#shared/csp-sources.ts';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import type { CheckoutOptions } from '../checkout-context.ts';
import { CheckoutStoreProvider, useCheckoutDraft } from '../checkout-store.tsx';
import { Checkout } from './Checkout.tsx';
import css from './CheckoutPage.module.css';

interface Data {
  title: string;
  crumbs: BreadcrumbItem[];
  shop: CheckoutOptions;
  wineListPath: string;
}

export const loader: PageLoader<Data> = async ({ read, shell, texts }) => {
  const [{ addresses }, { methods, policySources }] = await Promise.all([
    read('GET /company/address', { query: { type: 'click-and-collect' } }),
    read('GET /payment/method'),
  ]);
  const title = texts.t('checkout.title');
  const collectionPlaces = addresses.map(({ id, name, address, postalCode, city }) => ({
    id,
    name,
    address: `${address}, ${postalCode} ${city}`,
  }));
  return {
    status: 200,
    data: {
      title,
      crumbs: createBreadcrumbOutsideTree(texts, '/cart', title),
      shop: { collectionPlaces, payments: methods },
      wineListPath: findPathOfPageKind(shell, 'WINE') ?? '/',
    },
    head: { title, alternates: createAlternatesAtPath(shell, '/checkout'), hasNoIndex: true },
    policySources: mergeCspSources({ img: [mapTileOrigin] }, policySources),
  };
};

export const Page = ({ data }: { data: Data }) => (
  <CheckoutStoreProvider>
    <CheckoutBody data={data} />
  </CheckoutStoreProvider>
);

function CheckoutBody({ data: { title, crumbs, shop, wineListPath } }: { data: Data }) {
  const { t } = useTexts();
  const isCartRestored = useCart((state) => state.isRestored);
  const isDraftRestored = useCheckoutDraft((state) => state.isRestored);
  const isRestored = isCartRestored && isDraftRestored;
  const isEmpty = useCart(({ products }) => products.length === 0);
  const [isPlaced, setPlaced] = useState(false);
  const cart = useCartStore();
  const hasBegun = isRestored && !isEmpty;
  useEffect(() => {
    if (hasBegun) shopEventChannel.publish({ name: 'begin_checkout', ...toEventItems(cart.getState().products) });
  }, [hasBegun, cart]);
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title} />
      <NoScriptNotice />
      <div className={css.body} aria-busy={!isRestored || isPlaced}>
        {isPlaced && <p role="status">{t('checkout.placed')}</p>}
        {isRestored && isEmpty && !isPlaced && (
          <div className={css.empty}>
            <p>{t(isLocalStorageAccessible() ? 'checkout.empty' : 'cart.storage-blocked')}</p>
            <ButtonLink href={wineListPath}>{t('site.home.all-wines')}</ButtonLink>
          </div>
        )}
        {isRestored && !isEmpty && <Checkout shop={shop} onPlaced={() => setPlaced(true)} />}
      </div>
    </div>
  );
}
