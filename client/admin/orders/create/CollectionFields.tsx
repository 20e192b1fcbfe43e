import { FormHelperText, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { CollectionSlotFields } from './CollectionSlotFields.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import type { OrderForm } from './use-order-form.ts';

/** The collection of a new order at the estate: at a time that is reserved, or without an appointment. */
export function CollectionFields({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  const { data } = useAdminData('GET /company/address', { query: { type: 'click-and-collect' } });
  const places = data?.addresses ?? [];
  return (
    <>
      <LabelledRadioGroup
        label={t('admin-orders.create.collection')}
        choices={[
          ['OPEN', t('admin-orders.create.collection.OPEN')],
          ['SLOT', t('admin-orders.create.collection.SLOT')],
        ]}
        value={values.hasAppointment ? 'SLOT' : 'OPEN'}
        onChange={(chosen) => change({ hasAppointment: chosen === 'SLOT', slot: null }, 'idSchedule')}
      />
      {values.hasAppointment && places.length > 0 && <CollectionSlotFields form={form} places={places} />}
      {values.hasAppointment && data && places.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('admin-orders.create.noCollectionPlace')}
        </Typography>
      )}
      {values.hasAppointment && places.length === 0 && form.errors.idSchedule && (
        <FormHelperText error>{form.errors.idSchedule}</FormHelperText>
      )}
    </>
  );
}
