import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, Button, IconButton, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, Title, useGetList, useGetMany } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { LoadFailure } from '../core/LoadFailure.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useAdminData } from '../core/use-admin-data.ts';
import { describeItem } from '../resources/describe-item.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { addMonths, instantToLocalYearMonth, listCollectionDaysWithSlots, type YearMonth } from './collection-days.ts';

/** The collection slots of a month with the orders that are booked for them, at one address of the estate. */
export default function CollectionCalendarScreen(): ReactNode {
  const { t } = useAdminTexts();
  const list = useGetList<ItemRecord>('collection-schedule', {
    pagination: { page: 1, perPage: 100 },
  });
  const { data: schedules = [] } = list;
  const [chosen, setChosen] = useState<number | null>(null);
  const schedule = schedules.find(({ id }) => Number(id) === chosen) ?? schedules[0];
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={t('admin-selling.calendar.title')} />
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
        {t('admin-selling.calendar.help')}
      </Typography>
      {list.isLoadingError && <LoadFailure onRetry={list.refetch} />}
      {list.data?.length === 0 && <Typography>{t('admin-selling.calendar.none')}</Typography>}
      {schedule && (
        <>
          <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
            <AddressChoice schedules={schedules} address={Number(schedule.id)} onChange={setChosen} />
            <Button component={Link} to={`/collection-schedule/${schedule.id}`}>
              {t('admin-selling.calendar.editTimes')}
            </Button>
          </Stack>
          <CalendarMonth schedule={schedule} />
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

function CalendarMonth({ schedule }: { schedule: ItemRecord }): ReactNode {
  const { t, date } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const [month, setMonth] = useState<YearMonth>(() => instantToLocalYearMonth(Date.now(), timeZone));
  const { data, reload } = useAdminData('GET /admin/collection-calendar', {
    query: { address: Number(schedule.id), ...month },
  });
  // The middle of the month, which no time zone moves to another month.
  const midMonthDay = `${month.year}-${String(month.month).padStart(2, '0')}-15`;
  return (
    <>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <IconButton aria-label={t('admin-selling.calendar.previous')} onClick={() => setMonth(addMonths(month, -1))}>
          <ChevronLeft />
        </IconButton>
        <Typography variant="h3" component="h2" aria-live="polite" sx={{ minWidth: '11rem', textAlign: 'center' }}>
          {date(midMonthDay, { month: 'long', year: 'numeric' })}
        </Typography>
        <IconButton aria-label={t('admin-selling.calendar.next')} onClick={() => setMonth(addMonths(month, 1))}>
          <ChevronRight />
        </IconButton>
      </Stack>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(14rem, 1fr))' }}>
        {listCollectionDaysWithSlots(data?.slots ?? []).map(([day, slots]) => (
          <CalendarDay key={day} day={day} slots={slots} schedule={schedule} onClosed={reload} />
        ))}
      </Box>
      {data?.slots.length === 0 && <Typography>{t('admin-selling.calendar.empty')}</Typography>}
    </>
  );
}
