import { createContext, type ReactNode, useContext } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { Stores } from '#client/app/stores.ts';
import type { SessionState } from '#client/features/accounts/session-store.ts';
import type { CartState, CartStore } from '#client/features/cart/cart-store.ts';
import type { Weekday } from '#shared/places/weekday.ts';
import type { PageTexts, Texts } from '#shared/texts.ts';
import type { Shell } from './shell.ts';

export interface AppValue extends Stores {
  shell: Shell;
  texts: PageTexts;
  /** The weekday at the estate when the page was rendered. */
  today: Weekday;
}

const AppContext = createContext<AppValue | null>(null);

export const AppProvider = ({ value, children }: { value: AppValue; children: ReactNode }) => (
  <AppContext value={value}>{children}</AppContext>
);

function useApp(): AppValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('a component of the site is rendered outside AppProvider');
  return value;
}

/** What every page of the site knows: parameters, page tree, logos. */
export const useShell = (): Shell => useApp().shell;

/** `const { t, euros, date } = useTexts()`, in the language of the page. */
export const useTexts = (): Texts => useApp().texts;

/** The weekday at the estate when the page was rendered. */
export const useToday = (): Weekday => useApp().today;

/** The visitor's cart: `useCart((state) => state.products)`. Empty until the browser has restored it. */
export const useCart = <T,>(select: (state: CartState) => T): T => useStore(useApp().cart, select);

/** The cart itself, for acts. */
export const useCartStore = (): CartStore => useApp().cart;

/** Who is logged in: `useSession((state) => state.me)`. Nobody until the browser has asked. */
export const useSession = <T,>(select: (state: SessionState) => T): T => useStore(useApp().session, select);

export const useSessionStore = (): StoreApi<SessionState> => useApp().session;

/** Everything at once, for what is opened outside the page's own tree. */
export const useAppValue = (): AppValue => useApp();
