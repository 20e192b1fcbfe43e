import { Button, FormHelperText, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import type { OrderForm } from './use-order-form.ts';
import { usePickupPoints } from './use-pickup-points.ts';

/** Number of pickup points in the list until staff show all of them. */
const initialCount = 5;

const describePoint = ({ name, addLine1, zipCode, city }: PickupPoint): string =>
  `${name}, ${addLine1}, ${zipCode} ${city}`;

/** The pickup points of a carrier near the customer's postal address, the nearest first. */
export function PickupPointField({ form, idCarrier }: { form: OrderForm; idCarrier: number }): ReactNode {
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
