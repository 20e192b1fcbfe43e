import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useAdminData } from '../core/use-admin-data.ts';
import { PlainInstantInput } from '../inputs/PlainInstantInput.tsx';
import { StaleItemDialog } from '../resources/StaleItemDialog.tsx';
import { useNewsletterIssueCall } from './use-newsletter-issue-call.ts';

interface SendDialogProps {
  /** The issue as the user has checked it. */
  record: ItemRecord;
  onClose: () => void;
}

/**
 * Asks when an issue is to be sent, and shows how many subscribers will get it. If another user has changed the issue
 * in the meantime, both versions are shown instead.
 */
export function SendDialog({ record, onClose }: SendDialogProps): ReactNode {
  const { t, number } = useAdminTexts();
  const params = { id: Number(record.id) };
  const { data: sending } = useAdminData('GET /admin/newsletter-issue/{id}/sending', { params });
  const { isRunning, run, current } = useNewsletterIssueCall();
  const [isLater, setIsLater] = useState(false);
  const [time, setTime] = useState<string | null>(null);
  const send = async () => {
    const body = { revision: record.$revision, sendAt: isLater ? time : null };
    const done = isLater ? 'admin-newsletter.scheduled' : 'admin-newsletter.started';
    if (await run('POST /admin/newsletter-issue/{id}/sending', { params, body }, done)) onClose();
  };
  const count = sending?.subscribers ?? 0;
  if (current) return <StaleItemDialog resource="newsletter-issue" mine={record} current={current} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="send-title">
      <DialogTitle id="send-title">{t('admin-newsletter.send')}</DialogTitle>
      <DialogContent>
        {sending && (
          <Typography sx={{ mb: 2 }}>
            {count === 0
              ? t('admin-newsletter.noSubscribers', { list: sending.list })
              : t('admin-newsletter.confirm', { list: sending.list, subscribers: number(count), count })}
          </Typography>
        )}
        <RadioGroup
          value={isLater ? 'later' : 'now'}
          onChange={(_event, value) => setIsLater(value === 'later')}
          aria-label={t('admin-newsletter.when')}
        >
          <FormControlLabel value="now" control={<Radio />} label={t('admin-newsletter.now')} />
          <FormControlLabel value="later" control={<Radio />} label={t('admin-newsletter.later')} />
        </RadioGroup>
        {isLater && <PlainInstantInput label={t('admin-newsletter.time')} value={time} onChange={setTime} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-newsletter.back')}</Button>
        <Button
          variant="contained"
          onClick={send}
          loading={isRunning}
          disabled={count === 0 || (isLater && time === null)}
        >
          {t(isLater ? 'admin-newsletter.schedule' : 'admin-newsletter.sendNow')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
