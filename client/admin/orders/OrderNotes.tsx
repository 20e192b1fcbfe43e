import { Button, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { OrderSection } from './OrderSection/OrderSection.tsx';

/** The internal notes about an order, and a form for another one. */
export function OrderNotes({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date, number } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [text, setText] = useState('');
  // A longer text is not cut, so that staff decide what to leave out.
  const isTooLong = text.trim().length > maxTextLengths.message;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run('POST /admin/order/{id}/note', { params: { id: order.id }, body: { text } })) setText('');
  };
  return (
    <OrderSection title={t('admin-orders.notes')}>
      {order.notes.map(({ id, text: note, at, author }) => (
        <Typography key={id} component="div" sx={{ mb: 1.5 }}>
          <Typography variant="body2" color="text.secondary">
            {[date(at, { dateStyle: 'medium', timeStyle: 'short' }), author].filter(Boolean).join(', ')}
          </Typography>
          <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note}</span>
        </Typography>
      ))}
      <form onSubmit={submit}>
        <TextField
          label={t('admin-orders.newNote')}
          helperText={`${t('admin-orders.noteHelp')} ${t('admin-orders.noteLength', { count: text.length, max: number(maxTextLengths.message) })}`}
          error={isTooLong}
          value={text}
          onChange={({ target }) => setText(target.value)}
          multiline
          minRows={2}
        />
        <Button
          type="submit"
          variant="outlined"
          size="small"
          loading={isRunning}
          disabled={text.trim() === '' || isTooLong}
        >
          {t('admin-orders.addNote')}
        </Button>
      </form>
    </OrderSection>
  );
}
