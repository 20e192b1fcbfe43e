import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePageTexts, useShell, useTexts } from '#client/core/app-context.tsx';
import { addLazyTexts } from '#client/core/dictionaries.ts';
import { useLocation } from '#client/core/navigation.ts';
import { clearToasts } from '#client/core/toast.ts';
import { useCart } from '#client/features/cart/cart-context.tsx';
import { itemCount } from '#client/features/cart/cart-lines.ts';
import { Icon } from '#client/ui/Icon.tsx';
import css from './CartLink.module.css';

/** How many things the cart holds. The server's page and the browser's first know of none. */
const useCartCount = () => useCart(({ restored, products }) => (restored ? itemCount(products) : 0));

/** The basket with the number of what is in it. The number lies over it and moves nothing. */
export function CartSign() {
  const { number } = useTexts();
  const count = useCartCount();
  return (
    <span className={css.sign}>
      <Icon name="basket" />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : number(count)}
        </span>
      )}
    </span>
  );
}

/** The same in words, after the word for the cart. */
export function CartCount() {
  const { t } = useTexts();
  const count = useCartCount();
  return count > 0 ? <span className="unseen"> {t('site.cart-count', { count })}</span> : null;
}

/** The way to the cart, in the app bar. Where the estate wants it, pointing at it shows what is in it. */
export function CartLink({ className }: { className: string | undefined }) {
  const { parameters } = useShell();
  const { t } = useTexts();
  const link = (
    <a className={className} href="/cart">
      <CartSign />
      <span className="unseen">{t('site.cart')}</span>
      <CartCount />
    </a>
  );
  return parameters.SEE_CART_ON_HOVER ? <WithPreview link={link} /> : link;
}

const panelId = 'cart-preview';

function WithPreview({ link }: { link: ReactNode }) {
  const pageTexts = usePageTexts();
  const { t } = useTexts();
  const { pathname } = useLocation();
  const count = useCartCount();
  const [open, setOpen] = useState(false);
  // A note that something has been added would lie over what shows it.
  useEffect(() => {
    if (open) clearToasts();
  }, [open]);
  const [Preview] = useState(() =>
    lazy(async () => {
      const [{ CartPreview }] = await Promise.all([
        import('#client/features/cart/CartPreview/CartPreview.tsx'),
        addLazyTexts(pageTexts, ['ordering']),
      ]);
      return { default: CartPreview };
    }),
  );
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what led to it
  useEffect(() => setOpen(false), [pathname]);

  // On the cart's own pages it would only say again what is there; and an empty cart has nothing to show.
  const useful = count > 0 && pathname !== '/cart' && pathname !== '/checkout';
  const leave = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing is one way to open it, the button in it another
    <div
      ref={box}
      className={css.box}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onBlur={leave}
      onKeyDown={closeByKey}
    >
      {link}
      {useful && (
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="down" />
          <span className="unseen">{t('site.cart-preview')}</span>
        </button>
      )}
      {useful && open && (
        <div id={panelId} className={css.panel}>
          <Suspense>
            <Preview />
          </Suspense>
        </div>
      )}
    </div>
  );
}
