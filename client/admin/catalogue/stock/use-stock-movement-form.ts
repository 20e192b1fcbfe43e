import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { CurrentStock, VariantStock } from '#shared/admin/stock-contract.ts';
import {
  computeStockAfterMovement,
  getStockReplacedByMovement,
  type StockMovementKind,
} from '#shared/catalogue/stock-movement.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';

/**
 * Manages the form that changes the stock of a variant. After a save that was refused because the stock has changed in
 * the meantime, the typed values stay and `stock` is the current one, on which the next save is based.
 * @param onClose Called after the change or on cancelling. `isOutdated` is true if `variant` has an older stock.
 */
export function useStockMovementForm(variant: VariantStock, onClose: (isOutdated: boolean) => void) {
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
