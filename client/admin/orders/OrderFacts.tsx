import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as ScreenLink, useResourceDefinitions } from 'react-admin';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { listPhoneLinks } from '#shared/phone.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

export function OrderFacts({ order }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <OrderSection title={t('admin-orders.customer')}>
        <Customer order={order} />
        {order.address.billing.address && <Address label={t('admin-orders.billing')} address={order.address.billing} />}
      </OrderSection>
      <OrderSection title={t('admin-orders.delivery')}>
        <Delivery order={order} />
        {order.message && <Fact label={t('admin-orders.message')} text={order.message} />}
      </OrderSection>
      <OrderSection title={t('admin-orders.payment')}>
        <Payment order={order} />
      </OrderSection>
    </>
  );
}

function Fact({ label, text }: { label: string; text: ReactNode }): ReactNode {
  return (
    <Typography component="div" sx={{ mb: 1 }}>
      <Typography variant="body2" color="text.secondary" component="div">
        {label}
      </Typography>
      <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>
    </Typography>
  );
}

const toLines = (address: StoredOrderAddress, lang: Lang): string =>
  [
    `${address.firstname} ${address.lastname}`,
    address.address,
    address.addressPart2,
    `${address.postalCode} ${address.city}`,
    address.country && new Intl.DisplayNames([getLocale(lang)], { type: 'region' }).of(address.country),
  ]
    .filter(Boolean)
    .join('\n');

function Address({ label, address }: { label: string; address: StoredOrderAddress }): ReactNode {
  const { lang } = useAdminTexts();
  return <Fact label={label} text={toLines(address, lang)} />;
}

function Customer({ order: { customer, phone } }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const hasCustomerScreen = 'customer' in useResourceDefinitions();
  const name = `${customer.firstname} ${customer.lastname}`.trim() || t('admin-orders.noName');
  return (
    <>
      <Fact
        label={t('admin-orders.name')}
        text={
          customer.id === '' || !hasCustomerScreen ? (
            name
          ) : (
            <ScreenLink to={`/customer/${customer.id}/show`}>{name}</ScreenLink>
          )
        }
      />
      {customer.email && (
        <Fact label={t('admin-orders.email')} text={<Link href={`mailto:${customer.email}`}>{customer.email}</Link>} />
      )}
      {listPhoneLinks(phone, timeZone).map(({ text, href }) => (
        <Fact key={href} label={t('admin-orders.phone')} text={<Link href={href}>{text}</Link>} />
      ))}
    </>
  );
}

function Delivery({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { carrier, accessPoint, pickup, address, deliveryType } = order;
  const day = pickup && date(pickup.date, { dateStyle: 'full' });
  return (
    <>
      <Fact
        label={t('admin-orders.kind')}
        text={[...new Set([t(`admin-orders.deliveryType.${deliveryType}`), carrier?.name])].filter(Boolean).join(', ')}
      />
      {accessPoint && (
        <Fact
          label={t('admin-orders.pickupPoint')}
          text={`${accessPoint.name}\n${accessPoint.addLine1}\n${accessPoint.zipCode} ${accessPoint.city}`}
        />
      )}
      {pickup && (
        <Fact label={t('admin-orders.collection')} text={`${day}\n${pickup.from} – ${pickup.to}\n${pickup.place}`} />
      )}
      {address.delivery && <Address label={t('admin-orders.address')} address={address.delivery} />}
    </>
  );
}

function Payment({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const { payment, paidOn, paymentReference, total } = order;
  return (
    <>
      <Fact label={t('admin-orders.method')} text={`${payment.label}, ${euros(total)}`} />
      {paidOn && <Fact label={t('admin-orders.paidOn')} text={date(paidOn, { dateStyle: 'long' })} />}
      {paymentReference && <Fact label={t('admin-orders.paymentReference')} text={paymentReference} />}
    </>
  );
}
