import { useId, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { showToast } from '#client/core/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { NumberStepper } from '#client/ui/NumberStepper/NumberStepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import { getLineQuantityStep, getMaxLineQuantity } from '../cart-lines.ts';
import { useCartStore } from '../cart-store.tsx';
import { type CartLineIssue, findCartLineIssue } from '../find-cart-line-issue.ts';
import type { CartLine } from '../persisted-cart.ts';
import css from './Cart.module.css';

interface LineIssueTextProps {
  issue: CartLineIssue | null;
  error: string | undefined;
  maxQuantity: number;
  onAccept: (quantity: number) => void;
}

/** Shows why a cart line cannot be ordered, with a button for a quantity that can be ordered. */
function LineIssueText({ issue, error, maxQuantity, onAccept }: LineIssueTextProps) {
  const { t, number } = useTexts();
  if (maxQuantity === 0) return <span>{t('cart.out')}</span>;
  if (!issue) return <span>{error ?? t('cart.left', { count: maxQuantity })}</span>;
  return (
    <span>
      <span>
        {issue.kind === 'stock'
          ? t('cart.left', { count: issue.nearestQuantity })
          : t('catalogue.price.by-multiple', { step: number(issue.step) })}
      </span>{' '}
      {issue.nearestQuantity > 0 && (
        <Button look="text" onClick={() => onAccept(issue.nearestQuantity)}>
          {t('cart.take', { count: issue.nearestQuantity })}
        </Button>
      )}
    </span>
  );
}

export function LineQuantity({ line, error }: { line: CartLine; error: string | undefined }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const [isMaxExceeded, setMaxExceeded] = useState(false);
  const removeLine = useRemoveLine(line);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { product, quantity } = line;
  const issue = findCartLineIssue(line);
  const maxQuantity = getMaxLineQuantity(line);
  const setQuantity = (next: number) => {
    setMaxExceeded(false);
    if (next > 0) return cart.getState().setQuantity(line.id, next);
    // The field has the focus after Enter, but not once the visitor has left it for something else.
    const isFocused = box.current?.contains(document.activeElement) ?? false;
    removeLine(isFocused);
    if (isFocused) moveFocusToNextLine(box.current);
  };
  const takeProposedQuantity = (next: number) => {
    // The focus moves to the field, because the button disappears together with the message.
    box.current?.querySelector('input')?.focus();
    setQuantity(next);
  };
  const hasMessage = issue || error || isMaxExceeded;
  return (
    <div ref={box} className={css.many}>
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
        <RemoveButton name={product.name} onRemove={removeLine} />
      </div>
      <div role="status" id={id}>
        {hasMessage && (
          <p className={css.issue}>
            <Icon name="warning" />
            <LineIssueText issue={issue} error={error} maxQuantity={maxQuantity} onAccept={takeProposedQuantity} />
          </p>
        )}
      </div>
    </div>
  );
}

interface RemoveButtonProps {
  name: string;
  onRemove: (isByKeyboard: boolean) => void;
}

function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  const { t } = useTexts();
  return (
    <Button
      look="text"
      className={css.remove}
      onClick={({ currentTarget, detail }) => {
        // `detail` is 0 for a click by keyboard.
        onRemove(detail === 0);
        moveFocusToNextLine(currentTarget);
      }}
      data-remove=""
    >
      {t('cart.remove')}
      <span className="unseen"> – {name}</span>
    </Button>
  );
}

/** Moves the focus to the remove button of the next line, otherwise of the previous one. */
function moveFocusToNextLine(element: Element | null): void {
  const row = element?.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-remove]');
  (next ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

function useRemoveLine(line: CartLine) {
  const cart = useCartStore();
  const { t } = useTexts();
  return (isByKeyboard: boolean) => {
    const { products, remove, putBack } = cart.getState();
    const index = products.findIndex(({ id }) => id === line.id);
    // The quantity field commits its value again when it loses the focus.
    if (index === -1) return;
    remove(line.id);
    showToast(t('cart.removed', { name: line.product.name }), 'info', {
      text: t('cart.undo'),
      run: () => putBack(line, index),
      // Without focus, the toast would close before the visitor could tab to it.
      takesFocus: isByKeyboard,
    });
  };
}
