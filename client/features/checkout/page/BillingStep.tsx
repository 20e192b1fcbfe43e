import { useTexts } from '#client/core/app-context.tsx';
import { CheckboxField, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useCountries } from '../address/use-countries.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';

export function BillingStep() {
  const { t } = useTexts();
  const checkout = useCheckoutStore();
  const address = useCheckoutDraft((state) => state.address);
  const isParcel = useCheckoutDraft(({ deliveryType }) => deliveryType === 'delivery');
  const countries = useCountries();
  return (
    <CheckoutStep number={3} title={t('checkout.step.billing')}>
      {isParcel && (
        <CheckboxField
          label={t('checkout.billing.same')}
          checked={address.billingIsShipping}
          onChange={({ target }) => checkout.getState().setBillingIsShipping(target.checked)}
        />
      )}
      {(!isParcel || !address.billingIsShipping) && (
        <AddressFields
          name="billing"
          address={address.billing}
          countries={countries}
          onChange={(part) => checkout.getState().updateBillingAddress(part)}
        />
      )}
      <ContactFields isParcel={isParcel} />
    </CheckoutStep>
  );
}

function ContactFields({ isParcel }: { isParcel: boolean }) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const phone = useCheckoutDraft((state) => state.phone);
  const message = useCheckoutDraft((state) => state.message);
  return (
    <div className={css.fields}>
      <TextField
        label={t('accounts.field.phone')}
        hint={isParcel ? t('accounts.field.phone.hint') : undefined}
        optional={isParcel ? undefined : t('accounts.field.optional')}
        type="tel"
        name="phone"
        autoComplete="tel"
        maxLength={maxTextLengths.phone}
        value={phone}
        error={errors['user.phone']}
        onChange={({ target }) => {
          checkout.getState().setPhone(target.value);
          clearErrors('user.phone');
        }}
      />
      <TextAreaField
        label={t('checkout.message')}
        optional={t('accounts.field.optional')}
        hint={t('checkout.message.hint')}
        name="message"
        rows={3}
        maxLength={maxTextLengths.message}
        value={message}
        onChange={({ target }) => checkout.getState().setMessage(target.value)}
      />
    </div>
  );
}
