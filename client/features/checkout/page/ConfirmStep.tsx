import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { BirthdateField } from '#client/features/accounts/BirthdateField.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { CheckboxField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { adultAge } from '#shared/accounts/adult.ts';
import { getLegalAge } from '#shared/shipping/delivery-countries.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import type { ConfirmationStepFields } from '../validate-checkout-draft.ts';
import { CheckoutSummary, useOrderTotalTexts } from './CheckoutSummary.tsx';

interface ConfirmStepProps {
  confirmation: ConfirmationStepFields;
  onConfirm: (part: Partial<ConfirmationStepFields>) => void;
  needsAge: boolean;
  needsBirthdate: boolean;
  /**
   * True if the summary is shown beside the steps. Otherwise the summary is repeated before the order button, as the
   * law requires.
   */
  isWide: boolean;
  isBusy: boolean;
  failure: string;
  onOrder: () => void;
}

/**
 * Last checkout step: terms, age, and a button that names the obligation to pay (code de la consommation, article L.
 * 221-14).
 */
export function ConfirmStep({ confirmation, onConfirm, ...props }: ConfirmStepProps) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const { needsAge, needsBirthdate, isWide, isBusy, failure, onOrder } = props;
  const { label, total } = useOrderTotalTexts();
  const checkout = useCheckoutStore();
  const birthdate = useCheckoutDraft((state) => state.birthdate);
  return (
    <CheckoutStep number={5} title={t('checkout.step.confirm')}>
      {!isWide && (
        <div className={css.aside}>
          <CheckoutSummary />
        </div>
      )}
      {needsBirthdate && (
        <BirthdateField
          className={css.short}
          hint={t('accounts.field.birthdate.hint')}
          value={birthdate}
          error={errors['user.birthdate']}
          onChange={(value) => {
            checkout.getState().setBirthdate(value);
            clearErrors('user.birthdate');
          }}
        />
      )}
      <Confirmations confirmation={confirmation} onConfirm={onConfirm} needsAge={needsAge} />
      <FormMessage kind="failure">{failure}</FormMessage>
      <div className={css.order}>
        <p className={css.orderTotal}>
          <span>{label}</span> <strong>{total}</strong>
        </p>
        <Button isBusy={isBusy} onClick={onOrder} className={css.orderButton}>
          {isBusy ? t('checkout.confirm.busy') : t('checkout.confirm.order')}
        </Button>
      </div>
      <p className={css.soft}>{t('checkout.confirm.withdrawal')}</p>
    </CheckoutStep>
  );
}

function Confirmations({
  confirmation,
  onConfirm,
  needsAge,
}: Pick<ConfirmStepProps, 'confirmation' | 'onConfirm' | 'needsAge'>) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const { newsletter: list } = useSiteShell();
  const age = useCheckoutDraft(({ deliveryType, address }) =>
    getLegalAge(deliveryType === 'delivery' ? address.shipping.country : ''),
  );
  const change = (field: string, part: Partial<ConfirmationStepFields>) => {
    onConfirm(part);
    clearErrors(field);
  };
  return (
    <div>
      {needsAge && (
        <CheckboxField
          label={age > adultAge ? t('checkout.confirm.ageAbroad', { age }) : t('checkout.confirm.age')}
          checked={confirmation.isAdult}
          error={errors.acceptAge}
          onChange={({ target }) => change('acceptAge', { isAdult: target.checked })}
        />
      )}
      <CheckboxField
        label={<TermsLabel />}
        checked={confirmation.acceptsTerms}
        error={errors.acceptTerms}
        onChange={({ target }) => change('acceptTerms', { acceptsTerms: target.checked })}
      />
      {list && (
        <CheckboxField
          label={t('accounts.newsletter.consent', { list })}
          checked={confirmation.subscribesToNewsletter}
          onChange={({ target }) => onConfirm({ subscribesToNewsletter: target.checked })}
        />
      )}
    </div>
  );
}

function TermsLabel() {
  const { t } = useTexts();
  const [before = '', after = ''] = t('checkout.confirm.terms').split('{terms}');
  return (
    <span>
      {before}
      <a href="/sale-terms" target="_blank" rel="noopener">
        {t('checkout.confirm.terms.link')}
      </a>
      {after}
    </span>
  );
}
