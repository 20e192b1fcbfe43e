import { useEffect, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Stepper } from '#client/ui/Stepper/Stepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import css from '../card-button/AddToCart.module.css';
import { useAddButton } from '../card-button/use-add-button.ts';

interface AddToCartRowProps {
  name: string;
  step: number;
  /** How many more can be added; at least one step. */
  maxQuantity: number;
  /** Why it is not more. */
  limitMessage: string;
  /** Adds so many; answers whether it did. */
  add: (quantity: number) => Promise<boolean>;
}

/** How many, and the button. Where somebody wants more than there is, it says so on the spot. */
export function AddToCartRow({ name, step, maxQuantity, limitMessage, add }: AddToCartRowProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(step);
  const [tooMany, setTooMany] = useState(false);
  const quantity = Math.max(step, Math.min(wanted, Math.floor(maxQuantity / step) * step));
  // Another bottle is sold in another step.
  useEffect(() => setWanted(step), [step]);
  const { stage, start } = useAddButton(async () => {
    const added = await add(quantity);
    if (added) setWanted(step);
    setTooMany(false);
    return added;
  });
  const id = useId();
  return (
    <>
      <div className={css.buy}>
        <Stepper
          value={quantity}
          step={step}
          max={maxQuantity}
          coerce={coerceQuantity}
          label={t('catalogue.add.quantity', { name })}
          decrementLabel={t('catalogue.add.less')}
          incrementLabel={t('catalogue.add.more')}
          disabled={stage === 'disabled'}
          describedBy={tooMany ? id : undefined}
          onChange={(next) => {
            setWanted(next);
            setTooMany(false);
          }}
          onMaxExceeded={() => setTooMany(true)}
        />
        <Button busy={stage === 'busy'} disabled={stage === 'disabled'} onClick={start}>
          {stage === 'added' && <Icon name="check" />}
          {t(stage === 'added' ? 'catalogue.add.added' : 'catalogue.add')}
        </Button>
      </div>
      <div role="status">
        {tooMany && (
          <p id={id} className={css.short}>
            <Icon name="warning" />
            {limitMessage}
          </p>
        )}
      </div>
    </>
  );
}
