import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { buildLoginPath, sessionEndedEvent } from '../core/session.ts';

/**
 * Asks to log in again when the session has ended. The log-in page opens in another tab, so that the form behind the
 * dialog keeps what was typed.
 */
export function SessionEndedDialog(): ReactNode {
  const { t } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = () => setIsOpen(true);
    window.addEventListener(sessionEndedEvent, open);
    return () => window.removeEventListener(sessionEndedEvent, open);
  }, []);
  return (
    <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby="session-ended-title">
      <DialogTitle id="session-ended-title">{t('admin.sessionEnded.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin.sessionEnded.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setIsOpen(false)}>{t('admin.sessionEnded.continue')}</Button>
        <Button variant="contained" href={buildLoginPath('/admin')} target="_blank" rel="noopener">
          {t('admin.sessionEnded.logIn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
