import { Box, Button, Chip, Paper, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CollectionCalendarSlot } from '#shared/admin/code-usage-and-collection-calendar-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { CloseDayDialog } from './CloseDayDialog.tsx';

interface CalendarDayProps {
  /** The day as `YYYY-MM-DD`. */
  day: string;
  slots: readonly CollectionCalendarSlot[];
  /** The collection times of the address. */
  schedule: ItemRecord;
  /** Called after the day was closed. */
  onClosed: () => void;
}

/** The slots of one day with their orders. A day that is not over can be closed here. */
export function CalendarDay({ day, slots, schedule, onClosed }: CalendarDayProps): ReactNode {
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
