import { Box, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import type { EstateAddress } from '#shared/places/places-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import type { OrderFormSlot } from './order-form-values.ts';
import { twoColumns } from './two-columns.ts';
import { type BookableSlot, useCollectionSlots } from './use-collection-slots.ts';
import type { OrderForm } from './use-order-form.ts';

interface CollectionSlotFieldsProps {
  form: OrderForm;
  /** The addresses of the estate at which orders can be collected; not empty. */
  places: readonly EstateAddress[];
}

/** The place, day and time at which a new order is collected. Only times that can still be booked are offered. */
export function CollectionSlotFields({ form, places }: CollectionSlotFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  const [idAddress, setIdAddress] = useState(places[0]?.id ?? 0);
  const [day, setDay] = useState(values.slot?.date ?? '');
  const { slots, hasFailed, reload } = useCollectionSlots(idAddress);
  const setSlot = (slot: OrderFormSlot | null) => change({ slot }, 'idSchedule');
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
      <Box sx={twoColumns}>
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
  onChoose: (slot: OrderFormSlot) => void;
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
