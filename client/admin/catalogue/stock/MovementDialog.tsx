import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
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
  getStockReplacedByMovement,
  type StockMovementKind,
  stockMovementKinds,
} from '#shared/catalogue/stock-movement.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useAdminData } from '../../core/use-admin-data.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import { useVariantLabel } from '../variants/use-variant-label.ts';

/** The current stock of a variant, in `data.present` of a refused movement that was based on an outdated stock. */
type CurrentStock = { quantity: number } & Pick<VariantStock, 'reserved'>;

interface MovementDialogProps {
  variant: VariantStock;
  /** @param isOutdated true if the stock is no longer the one in `variant` */
  onClose: (isOutdated: boolean) => void;
}

function MovementHistory({ variantId }: { variantId: number }): ReactNode {
  const { t, date } = useAdminTexts();
  const { data } = useAdminData('GET /admin/stock-movement', { query: { variant: variantId, nbItem: 10 } });
  if (!data) return null;
  if (data.movements.length === 0)
    return <Typography variant="body2">{t('admin-catalogue.stock.noHistory')}</Typography>;
  return (
    <List dense disablePadding>
      {data.movements.map(({ id, at, kind, before, after, reason, email }) => (
        <ListItem key={id} disableGutters>
          <ListItemText
            primary={`${t(`admin-catalogue.stock.kind.${kind}`)}: ${before} → ${after}${reason && ` · ${reason}`}`}
            secondary={[date(at), email].filter(Boolean).join(' · ')}
          />
        </ListItem>
      ))}
    </List>
  );
}

/**
 * Manages the form that changes the stock of a variant. After a save that was refused because the stock has changed in
 * the meantime, the typed values stay and `stock` is the current one, on which the next save is based.
 * @param onClose Called after the change or on cancelling. `isOutdated` is true if `variant` has an older stock.
 */
function useStockMovementForm(variant: VariantStock, onClose: (isOutdated: boolean) => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [kind, setKind] = useState<StockMovementKind>('ADD');
  const [quantity, setQuantity] = useState('');
  const [reason, setReason] = useState('');
  const [current, setCurrent] = useState<CurrentStock | null>(null);
  const [error, setError] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const stock = current ?? { quantity: variant.quantity ?? 0, reserved: variant.reserved };
  const movement = { kind, quantity: Number(quantity) };
  const isNumber = /^-?\d{1,8}$/.test(quantity);
  const after = isNumber ? computeStockAfterMovement(movement, stock.quantity, stock.reserved) : null;
  const save = async () => {
    const before = getStockReplacedByMovement(kind, stock);
    setIsSaving(true);
    setError('');
    try {
      await call('POST /admin/stock-movement', {
        body: { variant: variant.id, ...movement, reason, ...(before !== null && { before }) },
      });
      notify('admin-catalogue.stock.saved', { type: 'success' });
      onClose(true);
    } catch (failure) {
      const stale = getCallFailureDetails(failure).current as CurrentStock | undefined;
      if (stale) setCurrent(stale);
      setError(failure instanceof Error && failure.message ? failure.message : t('admin.callFailed'));
      setIsSaving(false);
    }
  };
  return {
    kind,
    quantity,
    reason,
    setKind,
    setQuantity,
    setReason,
    stock,
    isNumber,
    after,
    error,
    isSaving,
    save,
    cancel: () => onClose(current !== null),
  };
}

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
