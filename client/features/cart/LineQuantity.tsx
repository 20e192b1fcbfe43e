import { type MouseEvent, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { showToast } from '#client/core/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { NumberStepper } from '#client/ui/NumberStepper/NumberStepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import css from './Cart.module.css';
import { useCartStore } from './cart-context.tsx';
import { getLineQuantityStep, getMaxLineQuantity } from './cart-lines.ts';
import { findCartLineIssue } from './find-cart-line-issue.ts';
import { LineIssueText } from './LineIssueText.tsx';
import type { CartLine } from './persisted-cart.ts';

/** Quantity field of a cart line, with the reason why the line cannot be ordered and a button that removes the line. */
export function LineQuantity({ line, error }: { line: CartLine; error: string | undefined }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const [isMaxExceeded, setMaxExceeded] = useState(false);
  const id = useId();
  const { product, quantity } = line;
  const issue = findCartLineIssue(line);
  const maxQuantity = getMaxLineQuantity(line);
  const setQuantity = (next: number) => {
    setMaxExceeded(false);
    cart.getState().setQuantity(line.id, next);
  };
  const hasMessage = issue || error || isMaxExceeded;
  return (
    <div className={css.many}>
      <div className={css.amount}>
        <NumberStepper
          value={quantity}
          step={getLineQuantityStep(line)}
          max={Math.max(maxQuantity, quantity)}
          coerce={coerceQuantity}
          label={t('cart.quantity', { name: product.name })}
          decrementLabel={t('cart.less')}
          incrementLabel={t('cart.more')}
          allowsZero
          describedBy={hasMessage ? id : undefined}
          onChange={setQuantity}
          onMaxExceeded={() => setMaxExceeded(true)}
        />
        <RemoveButton line={line} />
      </div>
      <div role="status" id={id}>
        {hasMessage && (
          <p className={css.issue}>
            <Icon name="warning" />
            <LineIssueText issue={issue} error={error} maxQuantity={maxQuantity} onAccept={setQuantity} />
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Button that removes a cart line, and a toast that offers to undo the removal. The focus moves to the remove button of
 * the next line, otherwise of the previous one.
 */
function RemoveButton({ line }: { line: CartLine }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-remove]');
    (next ?? document.getElementById('content'))?.focus({ preventScroll: true });
    const { products, remove: removeLine, putBack } = cart.getState();
    const index = products.findIndex(({ id }) => id === line.id);
    removeLine(line.id);
    showToast(t('cart.removed', { name: line.product.name }), 'info', {
      text: t('cart.undo'),
      run: () => putBack(line, index),
      // `detail` is 0 for a click by keyboard. Without focus, the toast would close before the visitor could tab to it.
      takesFocus: event.detail === 0,
    });
  };
  return (
    <Button look="text" className={css.remove} onClick={remove} data-remove="">
      {t('cart.remove')}
      <span className="unseen"> – {line.product.name}</span>
    </Button>
  );
}
