import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import type { SiteShellParameters } from '#client/core/site-shell.ts';
import { createSessionStore, SessionProvider, type SessionStore } from '#client/features/accounts/session.tsx';
import { CartProvider, type CartStore, createCartStore } from '#client/features/cart/cart-store.tsx';
import accounts from '#shared/texts/en/accounts.json' with { type: 'json' };
import cart from '#shared/texts/en/cart.json' with { type: 'json' };
import checkout from '#shared/texts/en/checkout.json' with { type: 'json' };
import orders from '#shared/texts/en/orders.json' with { type: 'json' };
import product from '#shared/texts/en/product.json' with { type: 'json' };
import search from '#shared/texts/en/search.json' with { type: 'json' };
import withdrawals from '#shared/texts/en/withdrawals.json' with { type: 'json' };
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { englishDictionary as dictionary } from '#tests/support/fixtures/dictionary.ts';

const siteId = 42;
const timeZone = 'Europe/Paris';

export const englishTexts = createTextsWithLazyDomains(
  'en',
  { ...dictionary, accounts, cart, checkout, orders, product, search, withdrawals },
  timeZone,
);
export const { t } = englishTexts;

interface RenderedInApp {
  container: HTMLElement;
  cart: CartStore;
  session: SessionStore;
}

interface RenderOptions {
  /** The element as the server has it, whose document is hydrated. */
  server?: ReactNode;
  /** Receives the errors from which React recovers, such as a mismatch with the server's document. */
  onMismatch?: (error: unknown) => void;
}

/** Renders an element inside the contexts of a small English site. The cart is restored and empty. */
export function renderInApp(
  element: ReactNode,
  parameters: SiteShellParameters = {},
  { server, onMismatch }: RenderOptions = {},
): RenderedInApp {
  const site = {
    id: siteId,
    name: 'Clos',
    lang: 'en',
    defaultLang: 'en',
    timeZone,
    origin: '',
    alternates: [],
  } as const;
  const shell = { site, parameters, logos: {}, pages: [], address: null, newsletter: '', externalIds: {} };
  const app: AppContextValue = { shell, texts: englishTexts, today: 'monday' };
  const [cart, session] = [createCartStore(siteId), createSessionStore()];
  void cart.persist.rehydrate();
  const inApp = (children: ReactNode) => (
    <AppProvider value={app}>
      <SessionProvider store={session}>
        <CartProvider store={cart}>{children}</CartProvider>
      </SessionProvider>
    </AppProvider>
  );
  if (server === undefined) return { container: render(inApp(element)).container, cart, session };
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(inApp(server));
  render(inApp(element), { container, hydrate: true, onRecoverableError: onMismatch });
  return { container, cart, session };
}
