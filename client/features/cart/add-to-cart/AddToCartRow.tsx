import { useEffect, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { NumberStepper } from '#client/ui/NumberStepper/NumberStepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import css from './AddToCart.module.css';
import { useAddToCartButton } from './use-add-to-cart-button.ts';

interface AddToCartRowProps {
  name: string;
  step: number;
  /** Maximum quantity that can be added. It is at least one quantity step. */
  maxQuantity: number;
  /** Message that is shown if the typed quantity exceeds `maxQuantity`. */
  limitMessage: string;
  /** @returns `true` if it was added */
  add: (quantity: number) => Promise<boolean>;
}

export function AddToCartRow({ name, step, maxQuantity, limitMessage, add }: AddToCartRowProps) {
  const { t } = useTexts();
  const [requested, setRequested] = useState(step);
  const [isMaxExceeded, setMaxExceeded] = useState(false);
  const quantity = Math.max(step, Math.min(requested, Math.floor(maxQuantity / step) * step));
  // The quantity step of the variant may change when its product is loaded again.
  useEffect(() => setRequested(step), [step]);
  const { stage, start } = useAddToCartButton(async () => {
    const isAdded = await add(quantity);
    if (isAdded) setRequested(step);
    setMaxExceeded(false);
    return isAdded;
  });
  const id = useId();
  return (
    <>
      <div className={css.buy}>
        <NumberStepper
          value={quantity}
          step={step}
          max={maxQuantity}
          coerce={coerceQuantity}
          label={t('product.add.quantity', { name })}
          decrementLabel={t('product.add.less')}
          incrementLabel={t('product.add.more')}
          disabled={stage === 'disabled'}
          describedBy={isMaxExceeded ? id : undefined}
          onChange={(next) => {
            setRequested(next);
            setMaxExceeded(false);
          }}
          onMaxExceeded={() => setMaxExceeded(true)}
        />
        <Button isBusy={stage === 'busy'} disabled={stage === 'disabled'} onClick={start}>
          {stage === 'added' && <Icon name="check" />}
          <span>{t(stage === 'added' ? 'catalogue.add.added' : 'catalogue.add')}</span>
        </Button>
      </div>
      <div role="status">
        {isMaxExceeded && (
          <p id={id} className={css.short}>
            <Icon name="warning" />
            <span>{limitMessage}</span>
          </p>
        )}
      </div>
    </>
  );
}
