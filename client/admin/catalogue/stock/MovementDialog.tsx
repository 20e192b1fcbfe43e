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
import type { FormEvent, ReactNode } from 'react';
import { maxStockReasonLength, type VariantStock } from '#shared/admin/stock-contract.ts';
import { type StockMovementKind, stockMovementKinds } from '#shared/catalogue/stock-movement.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import { MovementHistory } from './MovementHistory.tsx';
import { useStockMovementForm } from './use-stock-movement-form.ts';

interface MovementDialogProps {
  variant: VariantStock;
  /**
   * Called when the dialog closes.
   * @param isOutdated true if the stock is no longer the one in `variant`
   */
  onClose: (isOutdated: boolean) => void;
}

/** Changes the stock of a variant with a reason, and shows the earlier changes. */
export function MovementDialog({ variant, onClose }: MovementDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const labelOf = useVariantLabel();
  const form = useStockMovementForm(variant, onClose);
  const { after, error } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <Dialog open onClose={form.cancel} maxWidth="sm" fullWidth aria-labelledby="movement-title">
      <DialogTitle id="movement-title">
        {variant.name} {labelOf(variant)}
      </DialogTitle>
      <DialogContent>
        <Stack component="form" id="movement-form" onSubmit={submit} spacing={1}>
          {error && <Alert severity="error">{error}</Alert>}
          <MovementFields form={form} />
        </Stack>
        <Typography variant="h3" component="h3" sx={{ mt: 3 }} gutterBottom>
          {t('admin-catalogue.stock.history')}
        </Typography>
        <MovementHistory variantId={variant.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={form.cancel}>{t('admin-catalogue.cancel')}</Button>
        <Button type="submit" form="movement-form" variant="contained" disabled={form.isSaving || after === null}>
          {t('admin-catalogue.stock.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The inputs for the kind, the quantity and the reason of a change. */
function MovementFields({ form }: { form: ReturnType<typeof useStockMovementForm> }): ReactNode {
  const { t } = useAdminTexts();
  const { kind, stock, after, isNumber } = form;
  return (
    <>
      <TextField
        select
        label={t('admin-catalogue.stock.kind')}
        value={kind}
        onChange={(event) => form.setKind(event.target.value as StockMovementKind)}
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
        value={form.quantity}
        onChange={(event) => form.setQuantity(event.target.value)}
        required
        autoFocus
        error={isNumber && after === null}
        helperText={
          after === null
            ? isNumber && t('admin-catalogue.stock.negative')
            : t('admin-catalogue.stock.result', { before: stock.quantity, after })
        }
      />
      <TextField
        label={t('admin-catalogue.stock.reason')}
        value={form.reason}
        onChange={(event) => form.setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxStockReasonLength } }}
      />
    </>
  );
}
