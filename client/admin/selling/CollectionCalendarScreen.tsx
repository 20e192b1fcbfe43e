import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  MenuItem,
  Paper,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type HttpError,
  type RaRecord,
  Title,
  useGetList,
  useGetMany,
  useNotify,
  useRefresh,
  useUpdate,
} from 'react-admin';
import { Link } from 'react-router-dom';
import type { CollectionCalendarSlot } from '#shared/admin/selling-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { CollectionScheduleInput } from '#shared/shipping/collection-schedule-input.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { getCallFailureDetails } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useAdminData } from '../core/use-admin-data.ts';
import { describeItem } from '../resources/describe-item.ts';
import { addMonths, instantToLocalYearMonth, listCollectionDaysWithSlots, type YearMonth } from './collection-days.ts';

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

interface CalendarDayProps {
  /** The day as `YYYY-MM-DD`. */
  day: string;
  slots: readonly CollectionCalendarSlot[];
  /** The collection times of the address. */
  schedule: ItemRecord;
  onClosed: () => void;
}

interface CloseDayDialogProps {
  /** The day as `YYYY-MM-DD`. */
  day: string;
  /** The day formatted for users. */
  name: string;
  /** The collection times of the address, to which the closure is added. */
  schedule: ItemRecord;
  onClosed: () => void;
  onClose: () => void;
}

function CloseDayDialog({ day, name, schedule, onClosed, onClose }: CloseDayDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const [reason, setReason] = useState('');
  const { closeDay, isPending } = useClosure(schedule, () => {
    onClosed();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    closeDay({ from: day, to: day, reason: reason.trim() });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="close-day-title">
      <form onSubmit={submit}>
        <DialogTitle id="close-day-title">{t('admin-selling.calendar.closeTitle', { day: name })}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('admin-selling.calendar.closeText')}</DialogContentText>
          <TextField
            label={t('admin-selling.calendar.reason')}
            helperText={t('admin-selling.calendar.reasonHelp')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-selling.calendar.back')}</Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {t('admin-selling.calendar.closeDay')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Saves the collection times with one more closure. If the save is refused, the dialog keeps its content. */
function useClosure(schedule: ItemRecord, onSuccess: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const closeDay = (closure: CollectionScheduleInput['closures'][number]) => {
    const { closures } = schedule as unknown as CollectionScheduleInput;
    const data = { ...schedule, closures: [...closures, closure] };
    return update(
      'collection-schedule',
      { id: schedule.id, data, previousData: schedule },
      {
        onSuccess: () => {
          notify('admin-selling.calendar.dayClosed', { type: 'success' });
          onSuccess();
        },
        onError: (error) => {
          notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
          // Another user has changed the collection times: the next attempt adds the closure to the stored ones.
          if (getCallFailureDetails(error).current !== undefined) refresh();
        },
      },
    );
  };
  return { closeDay, isPending };
}

/** The slots of one day with their orders. A day that is not over can be closed here. */
function CalendarDay({ day, slots, schedule, onClosed }: CalendarDayProps): ReactNode {
  const { t, date } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const [isClosing, setIsClosing] = useState(false);
  const name = date(day, { weekday: 'long', day: 'numeric', month: 'long' });
  const isOver = day < toLocalDay(Date.now(), timeZone);
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        {name}
      </Typography>
      {slots.map((slot) => (
        <SlotBookings key={slot.idSchedule} slot={slot} />
      ))}
      {slots.every(({ isClosed }) => isClosed) ? (
        <Button size="small" component={Link} to={`/collection-schedule/${schedule.id}`} sx={{ mt: 1 }}>
          {t('admin-selling.calendar.editClosures')}
        </Button>
      ) : (
        !isOver && (
          <Button
            size="small"
            onClick={() => setIsClosing(true)}
            aria-label={`${t('admin-selling.calendar.closeDay')} (${name})`}
            sx={{ mt: 1 }}
          >
            {t('admin-selling.calendar.closeDay')}
          </Button>
        )
      )}
      {isClosing && (
        <CloseDayDialog
          day={day}
          name={name}
          schedule={schedule}
          onClosed={onClosed}
          onClose={() => setIsClosing(false)}
        />
      )}
    </Paper>
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
          <Link to={`/order/${id}/show`}>{number}</Link> {customer}
        </Typography>
      ))}
    </Box>
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
