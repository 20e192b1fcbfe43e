import { useTexts } from '#client/core/app-context.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { PostalAddress } from '#client/features/places/PostalAddress.tsx';
import { toPostalAddressView } from '#client/features/places/postal-address-view.ts';
import css from './AddressesSection.module.css';
import type { SectionLoaderData, SectionProps } from './section-props.ts';

export async function loadAddresses(_: object, { read }: LoaderArgs): Promise<SectionLoaderData['addresses']> {
  const { addresses } = await read('GET /company/address');
  return { addresses: addresses.map(toPostalAddressView) };
}

export function AddressesSection({ addresses }: SectionProps<'addresses'>) {
  const { t } = useTexts();
  return (
    <div className="page">
      {addresses.length === 0 && <p className={css.none}>{t('places.none')}</p>}
      <div className={css.addresses}>
        {addresses.map((address) => (
          <PostalAddress key={address.id} address={address} />
        ))}
      </div>
    </div>
  );
}
