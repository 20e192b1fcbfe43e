import { AddressLines } from '#client/core/AddressLines.tsx';
import { useTexts, useWeekdayToday } from '#client/core/app-context.tsx';
import { buildOpenStreetMapUrl } from '#client/core/build-open-street-map-url.ts';
import { ContactLinks } from '#client/core/ContactLinks.tsx';
import { formatOpeningHours } from '#client/core/opening-hours.ts';
import type { EstateAddress } from '#shared/places/places-contract.ts';
import css from './EstateAddressDetails.module.css';
import type { EstateAddressView } from './estate-address-view.ts';

type AddressProps = { address: EstateAddressView };

export function EstateAddressDetails({ address }: AddressProps) {
  const { t } = useTexts();
  const { name, phone, email, position, openingHours } = address;
  return (
    <section className={css.place}>
      <div>
        <h2>{name}</h2>
        <address className={css.address}>
          <p>
            <AddressLines address={address} country={address.country} />
          </p>
          <ContactLinks phone={phone} email={email} />
          {position && (
            <p>
              <a href={buildOpenStreetMapUrl(position)} rel="noopener">
                {t('places.directions')}
              </a>
            </p>
          )}
        </address>
      </div>
      {openingHours.some(({ open }) => open.length > 0) && <HoursTable name={name} openingHours={openingHours} />}
    </section>
  );
}

function HoursTable({ name, openingHours }: Pick<EstateAddress, 'name' | 'openingHours'>) {
  const texts = useTexts();
  const today = useWeekdayToday();
  const { t } = texts;
  return (
    <table className={css.hours}>
      <caption>
        {t('places.hours')}
        <span className="unseen">, {name}</span>
      </caption>
      <tbody>
        {openingHours.map(({ weekday, open }) => (
          <tr key={weekday} data-today={weekday === today || undefined}>
            <th scope="row">
              {t(`places.${weekday}`)}
              {weekday === today && <small> {t('places.is-today')}</small>}
            </th>
            <td>{formatOpeningHours(open, texts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
