import { Button, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

export function OrderNotes({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [text, setText] = useState('');
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
        <NoteField
          label={t('admin-orders.newNote')}
          help={t('admin-orders.noteHelp')}
          value={text}
          maxLength={maxTextLengths.message}
          onChange={setText}
        />
        <Button
          type="submit"
          variant="outlined"
          size="small"
          loading={isRunning}
          disabled={text.trim() === '' || isNoteTooLong(text, maxTextLengths.message)}
        >
          {t('admin-orders.addNote')}
        </Button>
      </form>
    </OrderSection>
  );
}
