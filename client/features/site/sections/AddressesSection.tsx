import { useTexts } from '#client/core/app-context.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { EstateAddressDetails } from '#client/features/places/EstateAddressDetails.tsx';
import { toEstateAddressView } from '#client/features/places/estate-address-view.ts';
import css from './AddressesSection.module.css';
import type { SectionLoaderData, SectionProps } from './section-props.ts';

export async function loadAddresses(_: object, { read }: LoaderArgs): Promise<SectionLoaderData['addresses']> {
  const { addresses } = await read('GET /company/address');
  return { addresses: addresses.map(toEstateAddressView) };
}

export function AddressesSection({ addresses }: SectionProps<'addresses'>) {
  const { t } = useTexts();
  return (
    <div className="page">
      {addresses.length === 0 && <p className={css.none}>{t('places.none')}</p>}
      <div className={css.addresses}>
        {addresses.map((address) => (
          <EstateAddressDetails key={address.id} address={address} />
        ))}
      </div>
    </div>
  );
}
