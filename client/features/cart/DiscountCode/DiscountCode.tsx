import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError, isTemporaryCallError } from '#client/core/describe-call-error.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import { type CartState, useCart, useCartStore } from '../cart-store.tsx';
import css from './DiscountCode.module.css';

/**
 * Delay before a discount code is validated again after a change of the cart, because quantities often change several
 * times in a row.
 */
const debounceMs = 400;

const productsOf = ({ products }: Pick<CartState, 'products'>) =>
  products.map(({ variantId, quantity }) => ({ id: variantId, quantity }));

/**
 * Form that applies a discount code to the cart. The API validates the code, and again whenever the lines of the cart
 * change.
 */
export function DiscountCode() {
  const { t } = useTexts();
  const applied = useCart(({ discount }) => discount);
  const refusal = useCart(({ discountRefusal }) => discountRefusal);
  const { apply, remove, isBusy, failure, clearFailure } = useDiscountCode();
  const [entered, setEntered] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const focusMove = useFocusAfterSwitch(box, applied !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = entered.trim();
    if (code !== '' && !isBusy) {
      focusMove.request();
      void apply(code).then((isApplied) => (isApplied ? setEntered('') : focusMove.cancel()));
    }
  };
  return (
    <div ref={box}>
      {applied ? (
        <p className={css.held} role="status">
          <span>{t('cart.code.held', { code: applied.code })}</span>
          <Button
            look="text"
            onClick={() => {
              focusMove.request();
              remove();
            }}
          >
            {t('cart.code.remove')}
          </Button>
        </p>
      ) : (
        <form className={css.form} onSubmit={submit}>
          <TextField
            label={t('cart.code')}
            value={entered}
            autoComplete="off"
            maxLength={maxTextLengths.code}
            autoCapitalize="characters"
            spellCheck={false}
            error={failure || refusal || undefined}
            onChange={({ target }) => {
              setEntered(target.value);
              clearFailure();
            }}
          />
          <Button look="quiet" type="submit" isBusy={isBusy}>
            {t('cart.code.use')}
          </Button>
        </form>
      )}
    </div>
  );
}

/**
 * Moves the focus to the control that replaces the used one, if that was requested before the visitor applied or removed
 * a code. A request is cancelled if the code is refused. If a change of the cart removes the code, the focus stays.
 */
function useFocusAfterSwitch(box: RefObject<HTMLElement | null>, isApplied: boolean) {
  const isRequested = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when `isApplied` changes
  useEffect(() => {
    if (isRequested.current) box.current?.querySelector<HTMLElement>('input, button')?.focus();
    isRequested.current = false;
  }, [box, isApplied]);
  return {
    request() {
      isRequested.current = true;
    },
    cancel() {
      isRequested.current = false;
    },
  };
}

/**
 * Validates the discount code that the visitor enters, and the one in the cart again when the cart lines change. The
 * calls are not made by `useQuery`, because most of them are submissions, and their results are kept in the cart.
 */
function useDiscountCode() {
  const { t } = useTexts();
  const cart = useCartStore();
  const lines = useCart((state) => JSON.stringify(productsOf(state)));
  const code = useCart(({ discount }) => discount?.code);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const latestCall = useRef<AbortController>(null);

  /** Aborts the call that is under way, whose result would be outdated. */
  const abort = () => {
    latestCall.current?.abort();
    setIsBusy(false);
  };
  const apply = async (submitted: string): Promise<boolean> => {
    abort();
    const controller = new AbortController();
    latestCall.current = controller;
    setIsBusy(true);
    setFailure('');
    try {
      const body = { code: submitted, cart: { products: productsOf(cart.getState()) } };
      const discount = await callApi('POST /order/discount', { body, signal: controller.signal });
      cart.getState().setDiscount({ ...discount, code: discount.code ?? submitted });
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      if (!(error instanceof ApiCallError)) throw error;
      // A refused discount code is removed from the cart. A code that could not be validated stays, because the order
      // validates it again.
      if (isTemporaryCallError(error)) setFailure(describeCallError(error, t));
      else cart.getState().setDiscount(null, describeCallError(error, t));
      return false;
    } finally {
      if (!controller.signal.aborted) setIsBusy(false);
    }
  };

  const remove = () => {
    abort();
    cart.getState().setDiscount(null);
  };
  const clearFailure = () => {
    setFailure('');
    if (cart.getState().discountRefusal !== '') cart.getState().setDiscount(null, '');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code that was just applied needs no second validation
  useEffect(() => {
    if (!code || lines === '[]') return;
    const timer = setTimeout(() => {
      const isStillApplied = cart.getState().discount?.code === code;
      if (isStillApplied) void apply(code);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [lines]);
  return { apply, remove, isBusy, failure, clearFailure };
}
