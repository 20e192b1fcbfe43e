import { useTexts } from '#client/core/app-context.tsx';
import type { KeptAddress } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';

export function OrderAddress({ address }: { address: KeptAddress }) {
  const { lang } = useTexts();
  const country = new Intl.DisplayNames([lang === 'fr_FR' ? 'fr' : 'en'], { type: 'region' }).of(address.country);
  return (
    <address className={css.address}>
      {address.firstname} {address.lastname}
      <br />
      {address.address}
      {address.addressPart2 && (
        <>
          <br />
          {address.addressPart2}
        </>
      )}
      <br />
      {address.postalCode} {address.city}
      <br />
      {country}
    </address>
  );
}
