import { useTexts } from '#client/core/app-context.tsx';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { CheckField, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { mostCharacters } from '#shared/limits.ts';
import { AddressFields } from './AddressFields.tsx';
import css from './Checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import { useCountries } from './delivery/countries.ts';
import { Step } from './Step.tsx';

/** Whose name stands on the invoice, how to reach them, and a word for the estate. */
export function BillingStep() {
  const { t } = useTexts();
  const cart = useCartStore();
  const address = useCart((state) => state.address);
  const isParcel = useCart(({ deliveryType }) => deliveryType === 'delivery');
  const countries = useCountries();
  const put = (part: Partial<typeof address>) => cart.getState().put({ address: { ...address, ...part } });
  return (
    <Step number={3} title={t('ordering.step.billing')}>
      {isParcel && (
        <CheckField
          label={t('ordering.billing.same')}
          checked={address.billingIsShipping}
          onChange={({ target }) => put({ billingIsShipping: target.checked })}
        />
      )}
      {(!isParcel || !address.billingIsShipping) && (
        <AddressFields
          name="billing"
          address={address.billing}
          countries={countries}
          onChange={(part) => {
            const { address: now } = cart.getState();
            cart.getState().put({ address: { ...now, billing: { ...now.billing, ...part } } });
          }}
        />
      )}
      <PhoneAndMessage isParcel={isParcel} />
    </Step>
  );
}

function PhoneAndMessage({ isParcel }: { isParcel: boolean }) {
  const { t } = useTexts();
  const { faults, forgive } = useCheckout();
  const cart = useCartStore();
  const phone = useCart((state) => state.phone);
  const message = useCart((state) => state.message);
  return (
    <div className={css.fields}>
      <TextField
        label={t('accounts.field.phone')}
        hint={isParcel ? t('accounts.field.phone.hint') : undefined}
        optional={isParcel ? undefined : t('accounts.field.optional')}
        type="tel"
        name="phone"
        autoComplete="tel"
        maxLength={mostCharacters.phone}
        value={phone}
        error={faults['user.phone']}
        onChange={({ target }) => {
          cart.getState().put({ phone: target.value });
          forgive('user.phone');
        }}
      />
      <TextAreaField
        label={t('ordering.message')}
        optional={t('accounts.field.optional')}
        hint={t('ordering.message.hint')}
        name="message"
        rows={3}
        maxLength={mostCharacters.message}
        value={message}
        onChange={({ target }) => cart.getState().put({ message: target.value })}
      />
    </div>
  );
}
