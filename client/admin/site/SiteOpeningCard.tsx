import {
  Box,
  Button,
  Card,
  CardContent,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useSiteOpening } from './use-site-opening.ts';

export function SiteOpeningCard(): ReactNode {
  const { t } = useAdminTexts();
  const { isOpen, isSaving, save } = useSiteOpening();
  const [isConfirming, setIsConfirming] = useState(false);
  if (isOpen === null) return null;
  const state = isOpen ? 'open' : 'closed';
  const confirm = async () => {
    await save(!isOpen);
    setIsConfirming(false);
  };
  return (
    <Card sx={{ mb: 3 }}>
      <CardContent sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 20rem' }}>
          <Typography variant="h6" component="h2">
            {t(`admin-site.opening.${state}.title`)}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {t(`admin-site.opening.${state}.text`)}
          </Typography>
        </Box>
        <Button variant={isOpen ? 'outlined' : 'contained'} onClick={() => setIsConfirming(true)}>
          {t(`admin-site.opening.${state}.button`)}
        </Button>
      </CardContent>
      {isConfirming && (
        <ConfirmDialog state={state} isSaving={isSaving} onClose={() => setIsConfirming(false)} onConfirm={confirm} />
      )}
    </Card>
  );
}

interface ConfirmDialogProps {
  /** The state before the change. */
  state: 'open' | 'closed';
  isSaving: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function ConfirmDialog({ state, isSaving, onClose, onConfirm }: ConfirmDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{t(`admin-site.opening.${state}.question`)}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{t(`admin-site.opening.${state}.consequence`)}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-site.opening.cancel')}</Button>
        <Button variant="contained" loading={isSaving} onClick={onConfirm}>
          {t(`admin-site.opening.${state}.button`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
