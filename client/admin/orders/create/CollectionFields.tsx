import { Box, FormHelperText, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import type { EstateAddress } from '#shared/places/places-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../../core/call-admin-api.ts';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { addMonths, instantToLocalYearMonth } from '../../selling/collection-days.ts';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import { twoColumnFieldGrid } from './OrderTextField.tsx';
import type { OrderFormCollectionSlot } from './order-form-values.ts';
import type { OrderForm } from './use-order-form.ts';

interface CollectionSlotFieldsProps {
  form: OrderForm;
  /** The addresses of the estate at which orders can be collected; not empty. */
  places: readonly EstateAddress[];
}

/** A time at which an order can be collected. `id` is that of the schedule, which has one slot a day. */
type BookableSlot = AdminResponseData<'GET /calendar/{id}/date/allowed/{month}/{year}'>['schedules'][number];

/** Number of months whose slots are offered, the current one included. */
const monthCount = 3;

interface CollectionSlots {
  /** The slots that can still be booked; null until they are loaded, and if the load has failed. */
  slots: readonly BookableSlot[] | null;
  hasFailed: boolean;
  reload: () => void;
}

function useCollectionSlots(idAddress: number): CollectionSlots {
  const { timeZone } = useAdminConfig();
  const { data, error, isLoading, reload } = useQueryKeepingData(
    async (signal) => {
      const first = instantToLocalYearMonth(Date.now(), timeZone);
      const months = Array.from({ length: monthCount }, (_, count) => addMonths(first, count));
      const loaded = await Promise.all(
        months.map(({ year, month }) =>
          callAdminApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
            params: { id: idAddress, month, year },
            query: {},
            signal,
          }),
        ),
      );
      return loaded.flatMap(({ schedules }) => schedules);
    },
    [idAddress, timeZone],
  );
  if (isLoading) return { slots: null, hasFailed: false, reload };
  return { slots: error ? null : (data ?? null), hasFailed: error !== undefined, reload };
}

/** The place, day and time at which a new order is collected. Only times that can still be booked are offered. */
function CollectionSlotFields({ form, places }: CollectionSlotFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  const [idAddress, setIdAddress] = useState(places[0]?.id ?? 0);
  const [day, setDay] = useState(values.slot?.date ?? '');
  const { slots, hasFailed, reload } = useCollectionSlots(idAddress);
  const setSlot = (slot: OrderFormCollectionSlot | null) => change({ slot }, 'idSchedule');
  const choosePlace = (id: number) => {
    setIdAddress(id);
    setDay('');
    setSlot(null);
  };
  const chooseDay = (date: string) => {
    setDay(date);
    setSlot(null);
  };
  if (slots?.length === 0 && places.length === 1)
    return <Typography color="text.secondary">{t('admin-orders.create.noSlots')}</Typography>;
  return (
    <>
      <Box sx={twoColumnFieldGrid}>
        {places.length > 1 && <PlaceField places={places} value={idAddress} onChange={choosePlace} />}
        {!hasFailed && <DayField slots={slots ?? []} value={day} onChange={chooseDay} />}
      </Box>
      {hasFailed && <LoadFailure onRetry={reload} />}
      <SlotField form={form} slots={(slots ?? []).filter(({ date }) => date === day)} onChoose={setSlot} />
    </>
  );
}

interface PlaceFieldProps {
  places: readonly EstateAddress[];
  value: number;
  onChange: (id: number) => void;
}

function PlaceField({ places, value, onChange }: PlaceFieldProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TextField
      select
      label={t('admin-orders.create.collectionPlace')}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      slotProps={nativeSelect}
    >
      {places.map(({ id, name, city }) => (
        <option key={id} value={id}>
          {[name, city].filter(Boolean).join(', ')}
        </option>
      ))}
    </TextField>
  );
}

const nativeSelect = { select: { native: true }, inputLabel: { shrink: true } } as const;

interface DayFieldProps {
  slots: readonly BookableSlot[];
  value: string;
  onChange: (date: string) => void;
}

function DayField({ slots, value, onChange }: DayFieldProps): ReactNode {
  const { t, date } = useAdminTexts();
  const days = [...new Set(slots.map((slot) => slot.date))];
  return (
    <TextField
      select
      label={t('admin-orders.create.collectionDay')}
      value={days.includes(value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={nativeSelect}
    >
      <option value="">{t('admin-orders.create.chooseDay')}</option>
      {days.map((day) => (
        <option key={day} value={day}>
          {date(day, { weekday: 'long', day: 'numeric', month: 'long' })}
        </option>
      ))}
    </TextField>
  );
}

interface SlotFieldProps {
  form: OrderForm;
  /** The slots of the chosen day. */
  slots: readonly BookableSlot[];
  onChoose: (slot: OrderFormCollectionSlot) => void;
}

function SlotField({ form: { values, errors }, slots, onChoose }: SlotFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const { lang } = useAdminConfig();
  const error = errors.idSchedule ?? errors.dateSchedule;
  const formatTimes = ({ from, to }: BookableSlot) =>
    t('admin-orders.create.slotTimes', { from: formatClockTime(from, lang), to: formatClockTime(to, lang) });
  if (slots.length === 0 && error === undefined) return null;
  return (
    <LabelledRadioGroup
      label={t('admin-orders.create.slot')}
      choices={slots.map((slot) => [String(slot.id), formatTimes(slot)])}
      value={values.slot ? String(values.slot.idSchedule) : null}
      error={error}
      onChange={(id) => onChoose({ date: slots[0]?.date ?? '', idSchedule: Number(id) })}
    />
  );
}

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
