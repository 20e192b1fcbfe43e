import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { maxStockReasonLength, type VariantStock } from '#shared/admin/stock-contract.ts';
import {
  computeStockAfterMovement,
  type StockMovementKind,
  stockMovementKinds,
} from '#shared/catalogue/stock-movement.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi } from '../../core/call-admin-api.ts';
import { useVariantLabel } from '../use-variant-label.ts';
import { MovementHistory } from './MovementHistory.tsx';

interface MovementDialogProps {
  variant: VariantStock;
  onClose: (isMoved: boolean) => void;
}

/** Changes the stock of a variant with a reason, and shows the earlier changes. */
export function MovementDialog({ variant, onClose }: MovementDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const labelOf = useVariantLabel();
  const notify = useNotify();
  const [kind, setKind] = useState<StockMovementKind>('ADD');
  const [quantity, setQuantity] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const movement = { kind, quantity: Number(quantity) };
  const isNumber = /^-?\d{1,8}$/.test(quantity);
  const after = isNumber ? computeStockAfterMovement(movement, variant.quantity ?? 0, variant.reserved) : null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    setError('');
    try {
      await callAdminApi('/admin/stock-movement', {
        method: 'POST',
        body: { variant: variant.id, ...movement, reason },
      });
      notify('admin-catalogue.stock.saved', { type: 'success' });
      onClose(true);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : t('admin.callFailed'));
      setIsSaving(false);
    }
  };
  return (
    <Dialog open onClose={() => onClose(false)} maxWidth="sm" fullWidth aria-labelledby="movement-title">
      <DialogTitle id="movement-title">
        {variant.name} {labelOf(variant)}
      </DialogTitle>
      <DialogContent>
        <Stack component="form" id="movement-form" onSubmit={save} spacing={1}>
          {error && <Alert severity="error">{error}</Alert>}
          <TextField
            select
            label={t('admin-catalogue.stock.kind')}
            value={kind}
            onChange={(event) => setKind(event.target.value as StockMovementKind)}
            helperText={t(`admin-catalogue.stock.hint.${kind}`)}
          >
            {stockMovementKinds.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`admin-catalogue.stock.kind.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t('admin-catalogue.stock.quantity')}
            type="number"
            value={quantity}
            onChange={(event) => setQuantity(event.target.value)}
            required
            autoFocus
            error={isNumber && after === null}
            helperText={
              after === null
                ? isNumber && t('admin-catalogue.stock.negative')
                : t('admin-catalogue.stock.result', { before: variant.quantity ?? 0, after })
            }
          />
          <TextField
            label={t('admin-catalogue.stock.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxStockReasonLength } }}
          />
        </Stack>
        <Typography variant="h3" component="h3" sx={{ mt: 3 }} gutterBottom>
          {t('admin-catalogue.stock.history')}
        </Typography>
        <MovementHistory variantId={variant.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{t('admin-catalogue.cancel')}</Button>
        <Button type="submit" form="movement-form" variant="contained" disabled={isSaving || after === null}>
          {t('admin-catalogue.stock.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
