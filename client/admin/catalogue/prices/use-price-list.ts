import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { StalePriceListRow } from '#shared/admin/price-list-contract.ts';
import type { ProductOverview } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailure } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import {
  findTypedErrors,
  listVariants,
  mergeStoredValues,
  type RowErrors,
  type TypedRow,
  toPriceListRows,
  toRowErrors,
} from './price-list-rows.ts';

type ById<Value> = ReadonlyMap<number, Value>;

const without = <Value>(map: ById<Value>, id: number): ById<Value> => new Map([...map].filter(([key]) => key !== id));

/**
 * Manages the typed values of the price list. After a save that was refused because other users have changed rows, the
 * typed values stay, and `conflicts` has the stored values of those rows until the user has chosen.
 */
export function usePriceList(products: readonly ProductOverview[], reload: () => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [typed, setTyped] = useState<ById<TypedRow>>(new Map());
  const [errors, setErrors] = useState<ById<RowErrors>>(new Map());
  const [message, setMessage] = useState('');
  const [conflicts, setConflicts] = useState<ById<StalePriceListRow>>(new Map());
  const [updates, setUpdates] = useState<ById<StalePriceListRow>>(new Map());
  const variants = mergeStoredValues(listVariants(products), updates);
  const rows = toPriceListRows(variants, typed);
  const reset = () => {
    setTyped(new Map());
    setErrors(new Map());
    setConflicts(new Map());
    setUpdates(new Map());
    setMessage('');
    reload();
  };
  const save = async () => {
    const typedErrors = findTypedErrors(typed);
    setErrors(typedErrors);
    setMessage(typedErrors.size > 0 ? t('admin-catalogue.prices.invalid') : '');
    if (typedErrors.size > 0) return;
    try {
      await call('PUT /admin/product/prices', { body: { rows } });
      notify('admin-catalogue.prices.saved', { type: 'success', messageArgs: { smart_count: rows.length } });
      reset();
    } catch (error) {
      const failure = getCallFailure(error);
      const stale = (failure.present as { rows: StalePriceListRow[] } | undefined)?.rows ?? [];
      setConflicts(new Map(stale.map((row) => [row.idVariant, row])));
      setErrors(toRowErrors(rows, failure.errors ?? {}));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    }
  };
  /** Resolves the conflict of a row: the next save replaces the stored values, or they replace the typed ones. */
  const resolve = (id: number, version: 'mine' | 'theirs') => {
    const stale = conflicts.get(id);
    if (!stale) return;
    setUpdates(new Map(updates).set(id, { ...updates.get(id), ...stale }));
    setConflicts(without(conflicts, id));
    setErrors(without(errors, id));
    if (conflicts.size === 1) setMessage('');
    if (version === 'mine') return;
    const { price, quantity } = typed.get(id) ?? {};
    const kept: TypedRow = {
      ...(price !== undefined && stale.price === undefined && { price }),
      ...(quantity !== undefined && !stale.stock && { quantity }),
    };
    setTyped(Object.keys(kept).length > 0 ? new Map(typed).set(id, kept) : without(typed, id));
  };
  const change = (id: number, row: TypedRow) => setTyped(new Map(typed).set(id, { ...typed.get(id), ...row }));
  return { variants, rows, typed, errors, message, conflicts, change, save, reset, resolve };
}
