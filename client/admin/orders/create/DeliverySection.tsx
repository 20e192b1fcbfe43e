import { Alert, Box, Button, Checkbox, FormControlLabel, FormHelperText, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { useCountries } from '../../inputs/use-countries.ts';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { CollectionFields } from './CollectionFields.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import { OrderTextField, twoColumnFieldGrid } from './OrderTextField.tsx';
import {
  emptyAddress,
  fulfilments,
  getFulfilment,
  isDeliveredByCarrier,
  type OrderFormAddress,
} from './order-form-values.ts';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { OrderForm } from './use-order-form.ts';

export function DeliverySection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const fulfilment = getFulfilment(form.values);
  return (
    <OrderSection title={t('admin-orders.delivery')}>
      <FulfilmentField form={form} />
      {isDeliveredByCarrier(fulfilment) && <ShipmentFields form={form} />}
      {fulfilment === 'COLLECTION' && <CollectionFields form={form} />}
      {fulfilment === 'MAIL' && <Typography sx={{ mb: 1.5 }}>{t('admin-orders.create.vouchersByMail')}</Typography>}
      <BillingFields form={form} />
    </OrderSection>
  );
}

/**
 * The choice of the fulfilment. MAIL is offered only for orders of nothing but vouchers, and carriers only for other
 * orders. The chosen fulfilment stays in the list even if it no longer suits the order.
 */
function FulfilmentField({ form: { values, quote, errors, change } }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const fulfilment = getFulfilment(values);
  const hasGoods = quote.latest?.needsDelivery ?? true;
  const offered = fulfilments.filter(
    (each) => each === fulfilment || (hasGoods ? each !== 'MAIL' : !isDeliveredByCarrier(each)),
  );
  return (
    <LabelledRadioGroup
      label={t('admin-orders.create.fulfilment')}
      choices={offered.map((each) => [each, t(`admin-orders.create.fulfilment.${each}`)])}
      value={fulfilment}
      error={errors['delivery.type']}
      onChange={(chosen) => change({ fulfilment: chosen, idCarrier: null, pickupPoint: null, slot: null }, 'delivery')}
    />
  );
}

/** Number of pickup points in the list until staff show all of them. */
const initialCount = 5;

const describePoint = ({ name, addLine1, zipCode, city }: PickupPoint): string =>
  `${name}, ${addLine1}, ${zipCode} ${city}`;

interface PickupPoints {
  /** The pickup points, the nearest first; null until they are loaded, and if the load has failed. */
  points: readonly PickupPoint[] | null;
  /**
   * The API's message, or a text key if it has none, if the pickup points could not be loaded; empty otherwise. `t`
   * returns messages unchanged.
   */
  failure: string;
  reload: () => void;
}

/**
 * Loads the pickup points of a carrier near a postal address. A change of street or town alone does not reload the
 * pickup points.
 */
function usePickupPoints({ postalCode, city, country }: OrderFormAddress, idCarrier: number): PickupPoints {
  const searched = useDebouncedValue(postalCode.trim());
  const load = (signal: AbortSignal) => {
    const body = { postalCode: searched, city, country, idCarrier };
    return callAdminApi('POST /relay/access-points', { body, signal });
  };
  // The town is not a dependency, because the postcode alone finds pickup points near the address.
  const { data, error, reload } = useQueryKeepingData(searched === '' ? null : load, [searched, country, idCarrier]);
  if (error) return { points: null, failure: error.message || 'admin.callFailed', reload };
  return { points: data?.accessPoints ?? null, failure: '', reload };
}

/** The pickup points of a carrier near the customer's postal address, the nearest first. */
function PickupPointField({ form, idCarrier }: { form: OrderForm; idCarrier: number }): ReactNode {
  const { t } = useAdminTexts();
  const { values, errors, change } = form;
  const { points, failure, reload } = usePickupPoints(values.address, idCarrier);
  const [isExpanded, setExpanded] = useState(false);
  const error = errors['delivery.accessPoint'];
  const chosen = values.pickupPoint;
  // A chosen point stays visible although the postal address, and with it the list, has changed.
  const all = chosen && !points?.some(({ id }) => id === chosen.id) ? [chosen, ...(points ?? [])] : (points ?? []);
  const shown = all.filter((point, index) => isExpanded || index < initialCount || point.id === chosen?.id);
  if (failure)
    return (
      <FormHelperText error>
        {t(failure)} <Button onClick={reload}>{t('admin-orders.create.retry')}</Button>
      </FormHelperText>
    );
  if (shown.length === 0)
    return (
      <Typography variant="body2" color="text.secondary" aria-live="polite" sx={{ my: 1 }}>
        {t(points ? 'admin-orders.create.noPickupPoint' : 'admin-orders.create.pickupPointsLoading')}
      </Typography>
    );
  return (
    <>
      <LabelledRadioGroup
        label={t('admin-orders.create.pickupPoint')}
        choices={shown.map((point) => [point.id, describePoint(point)])}
        value={chosen?.id ?? null}
        error={error}
        onChange={(id) => change({ pickupPoint: all.find((point) => point.id === id) ?? null }, 'delivery.accessPoint')}
      />
      {shown.length < all.length && (
        <Button onClick={() => setExpanded(true)} sx={{ display: 'block', mb: 1 }}>
          {t('admin-orders.create.morePickupPoints', { count: all.length - shown.length })}
        </Button>
      )}
    </>
  );
}

/** The carriers that deliver the wines of a new order to its address or a pickup point near it, with their fees. */
function CarrierField({ form }: { form: OrderForm }): ReactNode {
  const { t, euros } = useAdminTexts();
  const { values, quote, errors, change } = form;
  const error = errors['delivery.idCarrier'];
  const carriers = values.address.postalCode.trim() === '' ? [] : (quote.latest?.carriers ?? []);
  const issue = quote.latest?.shipmentIssue;
  if (issue)
    return (
      <Alert severity={error ? 'error' : 'warning'} sx={{ my: 1 }}>
        {t(`admin-orders.create.shipment.${issue.reason}`, { bottles: issue.bottles, min: issue.min, max: issue.max })}
      </Alert>
    );
  if (carriers.length === 0)
    return (
      <>
        <Typography variant="body2" color="text.secondary" aria-live="polite" sx={{ my: 1 }}>
          {t(`admin-orders.create.carriers.${describeMissingCarriers(form)}`)}
        </Typography>
        {error && <FormHelperText error>{error}</FormHelperText>}
      </>
    );
  return (
    <LabelledRadioGroup
      label={t('admin-orders.create.carrier')}
      choices={carriers.map(({ id, name, fdp }) => [String(id), `${name}, ${euros(fdp)}`])}
      value={values.idCarrier === null ? null : String(values.idCarrier)}
      error={error}
      onChange={(id) => change({ idCarrier: Number(id), pickupPoint: null }, 'delivery')}
    />
  );
}

/** Returns why no carrier is shown, as the last part of a text's key. */
function describeMissingCarriers({ values, quote }: OrderForm): 'incomplete' | 'loading' | 'none' {
  if (values.lines.length === 0 || values.address.postalCode.trim() === '') return 'incomplete';
  return quote.current ? 'none' : 'loading';
}

const fields = [
  { name: 'firstname', maxLength: maxTextLengths.name },
  { name: 'lastname', maxLength: maxTextLengths.name },
  { name: 'address', maxLength: maxTextLengths.addressLine },
  { name: 'addressPart2', maxLength: maxTextLengths.addressLine },
  { name: 'postalCode', maxLength: maxTextLengths.postalCode },
  { name: 'city', maxLength: maxTextLengths.city },
] as const satisfies readonly { name: keyof OrderFormAddress; maxLength: number }[];

interface AddressFieldsProps {
  form: OrderForm;
  /** The field of the order: `address.delivery` or `address.billing`. */
  path: string;
  value: OrderFormAddress;
  /** @param path The field that has changed, such as `address.delivery.city`. */
  onChange: (value: OrderFormAddress, path: string) => void;
}

/** The fields of a postal address. If the names are empty, the customer's name is used. */
function AddressFields({ form, path, value, onChange }: AddressFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const change = (name: keyof OrderFormAddress, text: string) =>
    onChange({ ...value, [name]: text }, `${path}.${name}`);
  return (
    <Box sx={twoColumnFieldGrid}>
      {fields.map(({ name, maxLength }) => (
        <OrderTextField
          key={name}
          form={form}
          path={`${path}.${name}`}
          label={t(`admin-orders.create.address.${name}`)}
          {...(name === 'lastname' && { help: t('admin-orders.create.recipientHelp') })}
          autoComplete="off"
          value={value[name]}
          maxLength={maxLength}
          onChange={(text) => change(name, text)}
        />
      ))}
      <CountryField
        value={value.country}
        error={form.errors[`${path}.country`]}
        onChange={(code) => change('country', code)}
      />
    </Box>
  );
}

interface CountryFieldProps {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

function CountryField({ value, error, onChange }: CountryFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const countries = useCountries();
  const choices = countries.length > 0 ? countries : [{ id: 'FR', name: 'France' }];
  return (
    <TextField
      select
      label={t('admin-orders.create.address.country')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  );
}

function ShipmentFields({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  return (
    <>
      {getFulfilment(values) === 'PICKUP' && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('admin-orders.create.pickupAddress')}
        </Typography>
      )}
      <AddressFields
        form={form}
        path="address.delivery"
        value={values.address}
        onChange={(address, path) => change({ address }, path)}
      />
      <CarrierField form={form} />
      {getFulfilment(values) === 'PICKUP' && values.idCarrier !== null && (
        <PickupPointField key={values.idCarrier} form={form} idCarrier={values.idCarrier} />
      )}
    </>
  );
}

function BillingFields({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  const label = t(`admin-orders.create.billing.${isDeliveredByCarrier(getFulfilment(values)) ? 'other' : 'given'}`);
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={values.billing !== null} />}
        label={label}
        onChange={(_event, isChecked) => change({ billing: isChecked ? emptyAddress : null }, 'address.billing')}
      />
      {values.billing && (
        <AddressFields
          form={form}
          path="address.billing"
          value={values.billing}
          onChange={(billing, path) => change({ billing }, path)}
        />
      )}
    </>
  );
}
