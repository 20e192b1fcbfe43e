import { type MouseEvent, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Stepper } from '#client/ui/Stepper/Stepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import css from './Cart.module.css';
import { useCartStore } from './cart-context.tsx';
import { maxQuantityOf, quantityStepOf } from './cart-lines.ts';
import { type LineIssue, lineIssue } from './line-issue.ts';
import type { CartLine } from './persisted-cart.ts';

/** The quantity of a line, the issue that keeps it from being ordered, and its removal. */
export function LineQuantity({ line, sentence }: { line: CartLine; sentence: string | undefined }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const [tooMany, setTooMany] = useState(false);
  const id = useId();
  const { product, quantity } = line;
  const issue = lineIssue(line);
  const most = maxQuantityOf(line);
  const set = (wanted: number) => {
    setTooMany(false);
    cart.getState().setQuantity(line.id, wanted);
  };
  const said = issue || sentence || tooMany;
  return (
    <div className={css.many}>
      <div className={css.amount}>
        <Stepper
          value={quantity}
          step={quantityStepOf(line)}
          max={Math.max(most, quantity)}
          coerce={coerceQuantity}
          label={t('ordering.cart.quantity', { name: product.name })}
          decrementLabel={t('ordering.cart.less')}
          incrementLabel={t('ordering.cart.more')}
          allowsZero
          describedBy={said ? id : undefined}
          onChange={set}
          onMaxExceeded={() => setTooMany(true)}
        />
        <RemoveButton line={line} />
      </div>
      <div role="status" id={id}>
        {said && (
          <p className={css.trouble}>
            <Icon name="warning" />
            <IssueText issue={issue} sentence={sentence} most={most} onTake={set} />
          </p>
        )}
      </div>
    </div>
  );
}

interface IssueTextProps {
  issue: LineIssue | null;
  sentence: string | undefined;
  most: number;
  onTake: (quantity: number) => void;
}

/** The issue of a line, and a button for the nearest quantity that can be ordered. */
function IssueText({ issue, sentence, most, onTake }: IssueTextProps) {
  const { t, number } = useTexts();
  if (most === 0) return <span>{t('ordering.cart.out')}</span>;
  if (!issue) return <span>{sentence ?? t('ordering.cart.left', { count: most })}</span>;
  return (
    <span>
      {issue.kind === 'short'
        ? t('ordering.cart.left', { count: issue.take })
        : t('catalogue.price.by-multiple', { step: number(issue.step) })}{' '}
      {issue.take > 0 && (
        <Button look="text" onClick={() => onTake(issue.take)}>
          {t('ordering.cart.take', { count: issue.take })}
        </Button>
      )}
    </span>
  );
}

/** Removes the line; a toast offers to undo it. The focus moves to the button of the next line. */
function RemoveButton({ line }: { line: CartLine }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-remove]');
    (next ?? document.getElementById('content'))?.focus({ preventScroll: true });
    const { products, remove: take, putBack } = cart.getState();
    const index = products.findIndex(({ id }) => id === line.id);
    take(line.id);
    toast(t('ordering.cart.removed', { name: line.product.name }), 'info', {
      text: t('ordering.cart.undo'),
      act: () => putBack(line, index),
    });
  };
  return (
    <Button look="text" className={css.remove} onClick={remove} data-remove="">
      {t('ordering.cart.remove')}
      <span className="unseen"> – {line.product.name}</span>
    </Button>
  );
}
