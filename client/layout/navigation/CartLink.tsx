import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSiteShell, useTexts, useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { useLocation } from '#client/core/navigation.ts';
import { clearToasts } from '#client/core/toast.ts';
import { useCloseFromDocument } from '#client/core/use-close-from-document.ts';
import { countCartItems } from '#client/features/cart/cart-lines.ts';
import { useCart } from '#client/features/cart/cart-store.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import css from './CartLink.module.css';

/**
 * Returns the number of items in the cart. It is zero on the server and while hydrating, so that the markup matches.
 */
const useCartCount = () => useCart(({ isRestored, products }) => (isRestored ? countCartItems(products) : 0));

export function CartIcon() {
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

export function VisuallyHiddenCartCount() {
  const { t } = useTexts();
  const count = useCartCount();
  return count > 0 ? <span className="unseen">{` ${t('site.cart-count', { count })}`}</span> : null;
}

/** Link to the cart, with a preview of the cart on hover if the parameter SEE_CART_ON_HOVER is set. */
export function CartLink({ className }: { className: string | undefined }) {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  const link = (
    <a className={className} href="/cart">
      <CartIcon />
      <span className="unseen">{t('site.cart')}</span>
      <VisuallyHiddenCartCount />
    </a>
  );
  return parameters.SEE_CART_ON_HOVER ? <CartLinkWithPreview link={link} /> : link;
}

const panelId = 'cart-preview';

/** Loads the code and texts of the cart preview when it is rendered for the first time. */
function useLazyCartPreview() {
  const pageTexts = useTextsWithLazyDomains();
  const [Preview] = useState(() =>
    lazy(async () => {
      const [{ CartPreview }] = await Promise.all([
        import('#client/features/cart/CartPreview/CartPreview.tsx'),
        loadLazyTexts(pageTexts, ['cart']),
      ]);
      return { default: CartPreview };
    }),
  );
  return Preview;
}

function CartLinkWithPreview({ link }: { link: ReactNode }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const count = useCartCount();
  const [isOpen, setOpen] = useState(false);
  const Preview = useLazyCartPreview();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `pathname` closes the preview
  useEffect(() => setOpen(false), [pathname]);

  // The cart page and the checkout have no preview, because both show the same lines themselves.
  const hasPreview = count > 0 && pathname !== '/cart' && pathname !== '/checkout';
  const isPreviewShown = hasPreview && isOpen;
  // Toasts are removed when the preview opens, because toasts about added products would cover it.
  useEffect(() => {
    if (isPreviewShown) clearToasts();
  }, [isPreviewShown]);
  const closeOnBlur = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const button = useRef<HTMLButtonElement>(null);
  useCloseFromDocument(isOpen, { item: box, button, close: () => setOpen(false) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside opens the preview for the keyboard
    <div
      ref={box}
      className={css.box}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onBlur={closeOnBlur}
    >
      {link}
      {hasPreview && (
        <button
          ref={button}
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="down" />
          <span className="unseen">{t('site.cart-preview')}</span>
        </button>
      )}
      {isPreviewShown && (
        <div id={panelId} className={css.panel}>
          <Suspense>
            <Preview />
          </Suspense>
        </div>
      )}
    </div>
  );
}
