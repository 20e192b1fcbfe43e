import { type FormEvent, useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { maxTextLength } from '#shared/limits.ts';
import { useCart, useCartStore } from '../cart-context.tsx';
import type { CartState } from '../cart-store.ts';
import css from './DiscountCode.module.css';

const productsOf = ({ products }: Pick<CartState, 'products'>) =>
  products.map(({ declinationId, quantity }) => ({ id: declinationId, quantity }));

/** A code that takes something off, kept with the cart. The shop says whether it holds; when the cart changes, again. */
export function DiscountCode() {
  const { t } = useTexts();
  const chosen = useCart(({ discount }) => discount);
  const cart = useCartStore();
  const { ask, busy, failure, forgive } = useDiscountCode();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.trim();
    if (code !== '' && !busy) void ask(code).then((held) => held && setTyped(''));
  };
  if (chosen)
    return (
      <p className={css.held} role="status">
        <span>{t('ordering.code.held', { code: chosen.code })}</span>
        <Button look="text" onClick={() => cart.getState().setDiscount(null)}>
          {t('ordering.code.remove')}
        </Button>
      </p>
    );
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={t('ordering.code')}
        value={typed}
        autoComplete="off"
        maxLength={maxTextLength.code}
        autoCapitalize="characters"
        spellCheck={false}
        error={failure || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          forgive();
        }}
      />
      <Button look="quiet" type="submit" busy={busy}>
        {t('ordering.code.use')}
      </Button>
    </form>
  );
}

/** Asks the shop about a code, and again about the one in the cart when its lines change. */
function useDiscountCode() {
  const { t } = useTexts();
  const cart = useCartStore();
  const lines = useCart((state) => JSON.stringify(productsOf(state)));
  const code = useCart(({ discount }) => discount?.code);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const ask = async (wanted: string): Promise<boolean> => {
    setBusy(true);
    setFailure('');
    try {
      const body = { code: wanted, cart: { products: productsOf(cart.getState()) } };
      const answer = await callApi('POST /order/discount', { body });
      cart.getState().setDiscount({ ...answer, code: answer.code ?? wanted });
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error.message || t('site.error.503.text'));
      // A code that no longer holds leaves the cart; one that could not be asked about stays, the order asks again.
      if (error.status < 500 && error.status !== 429) cart.getState().setDiscount(null);
      return false;
    } finally {
      setBusy(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the lines change, not when the code does
  useEffect(() => {
    if (!code || lines === '[]') return;
    const timer = setTimeout(() => void ask(code), 400);
    return () => clearTimeout(timer);
  }, [lines]);
  return { ask, busy, failure, forgive: () => setFailure('') };
}
