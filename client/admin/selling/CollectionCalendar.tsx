import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, Chip, IconButton, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, Title, useGetList, useGetMany } from 'react-admin';
import { Link } from 'react-router-dom';
import type { CollectionCalendarSlot } from '#shared/admin/selling-contract.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { useAdminData } from '../core/use-admin-data.ts';
import { describeItem } from '../resources/item-text.ts';
import { addMonths, groupByDay, type YearMonth } from './collection-days.ts';

/** The collection slots of a month with the orders that are booked for them, at one address of the estate. */
export default function CollectionCalendar(): ReactNode {
  const { t } = useAdminTexts();
  const { data: schedules = [] } = useGetList('collection-schedule', { pagination: { page: 1, perPage: 100 } });
  const [chosen, setChosen] = useState<number | null>(null);
  const address = chosen ?? (schedules[0] ? Number(schedules[0].id) : null);
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={t('admin-selling.calendar.title')} />
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
        {t('admin-selling.calendar.help')}
      </Typography>
      {address === null ? (
        <Typography>{t('admin-selling.calendar.none')}</Typography>
      ) : (
        <>
          <AddressChoice schedules={schedules} address={address} onChange={setChosen} />
          <CalendarMonth address={address} />
        </>
      )}
    </Stack>
  );
}

interface AddressChoiceProps {
  schedules: readonly RaRecord[];
  address: number;
  onChange: (address: number) => void;
}

function AddressChoice({ schedules, address, onChange }: AddressChoiceProps): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const { data: addresses = [] } = useGetMany('address', { ids: schedules.map(({ id }) => id) });
  return (
    <TextField
      select
      label={t('admin-selling.calendar.address')}
      value={address}
      onChange={(event) => onChange(Number(event.target.value))}
      sx={{ maxWidth: 360 }}
    >
      {schedules.map(({ id }) => {
        const stored = addresses.find((each) => each?.id === id);
        return (
          <MenuItem key={id} value={id}>
            {stored ? describeItem(stored, lang, languages[0] ?? lang) : id}
          </MenuItem>
        );
      })}
    </TextField>
  );
}

function CalendarMonth({ address }: { address: number }): ReactNode {
  const { t, date } = useAdminTexts();
  const [month, setMonth] = useState<YearMonth>(() => {
    const now = new Date();
    return { year: now.getFullYear(), month: now.getMonth() + 1 };
  });
  const { data } = useAdminData<{ slots: CollectionCalendarSlot[] }>('/admin/collection-calendar', {
    address,
    ...month,
  });
  const firstDay = `${month.year}-${String(month.month).padStart(2, '0')}-15T12:00:00Z`;
  return (
    <>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <IconButton aria-label={t('admin-selling.calendar.previous')} onClick={() => setMonth(addMonths(month, -1))}>
          <ChevronLeft />
        </IconButton>
        <Typography variant="h3" component="h2" aria-live="polite" sx={{ minWidth: '11rem', textAlign: 'center' }}>
          {date(firstDay, { month: 'long', year: 'numeric' })}
        </Typography>
        <IconButton aria-label={t('admin-selling.calendar.next')} onClick={() => setMonth(addMonths(month, 1))}>
          <ChevronRight />
        </IconButton>
      </Stack>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(14rem, 1fr))' }}>
        {groupByDay(data?.slots ?? []).map(([day, slots]) => (
          <Paper key={day} variant="outlined" sx={{ p: 1.5 }}>
            <Typography variant="subtitle2" component="h3">
              {date(`${day}T12:00:00Z`, { weekday: 'long', day: 'numeric', month: 'long' })}
            </Typography>
            {slots.map((slot) => (
              <SlotBookings key={slot.idSchedule} slot={slot} />
            ))}
          </Paper>
        ))}
      </Box>
      {data?.slots.length === 0 && <Typography>{t('admin-selling.calendar.empty')}</Typography>}
    </>
  );
}

function SlotBookings({ slot: { from, to, capacity, isClosed, orders } }: { slot: CollectionCalendarSlot }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Box sx={{ mt: 1 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="body2">
          {from} – {to}
        </Typography>
        <Chip
          size="small"
          color={isClosed ? 'default' : capacity !== null && orders.length >= capacity ? 'warning' : 'success'}
          variant="outlined"
          label={
            isClosed
              ? t('admin-selling.calendar.closed')
              : `${orders.length}${capacity === null ? '' : ` / ${capacity}`}`
          }
        />
      </Stack>
      {orders.map(({ id, number, customer }) => (
        <Typography key={id} variant="body2">
          <Link to={`/order/${id}`}>{number}</Link> {customer}
        </Typography>
      ))}
    </Box>
  );
}
