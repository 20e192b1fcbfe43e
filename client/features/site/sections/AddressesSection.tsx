import { useTexts } from '#client/core/app-context.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { Address } from '#client/features/places/Address.tsx';
import { toAddressView } from '#client/features/places/address-view.ts';
import css from './AddressesSection.module.css';
import type { LoadedSections, SectionProps } from './section-props.ts';

export async function loadAddresses(_: object, { read }: LoaderArgs): Promise<LoadedSections['addresses']> {
  const { addresses } = await read('GET /company/address');
  return { addresses: addresses.map(toAddressView) };
}

export function AddressesSection({ addresses }: SectionProps<'addresses'>) {
  const { t } = useTexts();
  return (
    <div className="page">
      {addresses.length === 0 && <p className={css.none}>{t('places.none')}</p>}
      <div className={css.addresses}>
        {addresses.map((address) => (
          <Address key={address.id} address={address} />
        ))}
      </div>
    </div>
  );
}
