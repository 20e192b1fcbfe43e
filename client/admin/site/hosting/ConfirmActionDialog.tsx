import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';

interface ConfirmActionDialogProps {
  question: string;
  consequence: string;
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmActionDialog(props: ConfirmActionDialogProps): ReactNode {
  const { question, consequence, action, isBusy, onConfirm, onClose } = props;
  const { t } = useAdminTexts();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{question}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{consequence}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-site.domains.cancel')}</Button>
        <Button variant="contained" loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
