import { AddressLines } from '#client/core/AddressLines.tsx';
import { useTexts } from '#client/core/app-context.tsx';
import { getLocale } from '#shared/languages.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';

export function OrderAddress({ address }: { address: StoredOrderAddress }) {
  const { lang } = useTexts();
  const country = new Intl.DisplayNames([getLocale(lang)], { type: 'region' }).of(address.country);
  return (
    <address className={css.address}>
      {address.firstname} {address.lastname}
      <br />
      <AddressLines address={address} country={country} />
    </address>
  );
}
