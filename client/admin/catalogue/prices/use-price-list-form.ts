import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import {
  applyValuesStoredByOthers,
  type EnteredRow,
  findInvalidNumbers,
  listVariantsOfUnarchivedProducts,
  type RowErrors,
  toPriceChanges,
  toRowErrors,
} from './price-list-rows.ts';

type ById<Value> = ReadonlyMap<number, Value>;

const without = <Value>(map: ById<Value>, id: number): ById<Value> => new Map([...map].filter(([key]) => key !== id));

/**
 * Manages the entered values of the price list. After a save that was refused because other users have changed rows,
 * the entered values stay, and `conflicts` has the stored values of those rows until the user has chosen.
 */
export function usePriceListForm(products: readonly OverviewProduct[], reload: () => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [entered, setEntered] = useState<ById<EnteredRow>>(new Map());
  const [errors, setErrors] = useState<ById<RowErrors>>(new Map());
  const [message, setMessage] = useState('');
  const [conflicts, setConflicts] = useState<ById<PriceListRowConflict>>(new Map());
  const [updates, setUpdates] = useState<ById<PriceListRowConflict>>(new Map());
  const variants = applyValuesStoredByOthers(listVariantsOfUnarchivedProducts(products), updates);
  const rows = toPriceChanges(variants, entered);
  const reset = () => {
    setEntered(new Map());
    setErrors(new Map());
    setConflicts(new Map());
    setUpdates(new Map());
    setMessage('');
    reload();
  };
  const save = async () => {
    const invalidNumbers = findInvalidNumbers(entered);
    setErrors(invalidNumbers);
    setMessage(invalidNumbers.size > 0 ? t('admin-catalogue.prices.invalid') : '');
    if (invalidNumbers.size > 0) return;
    try {
      await call('PUT /admin/product/prices', { body: { rows } });
      notify('admin-catalogue.prices.saved', { type: 'success', messageArgs: { smart_count: rows.length } });
      reset();
    } catch (error) {
      const failure = getCallFailureDetails(error);
      const stale = (failure.current as { rows: PriceListRowConflict[] } | undefined)?.rows ?? [];
      setConflicts(new Map(stale.map((row) => [row.idVariant, row])));
      setErrors(toRowErrors(rows, failure.errors ?? {}));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    }
  };
  /**
   * Resolves the conflict of a row. With `mine`, the next save replaces the stored values; with `theirs`, the stored
   * values replace the entered ones.
   */
  const resolve = (id: number, version: 'mine' | 'theirs') => {
    const stale = conflicts.get(id);
    if (!stale) return;
    setUpdates(new Map(updates).set(id, { ...updates.get(id), ...stale }));
    setConflicts(without(conflicts, id));
    setErrors(without(errors, id));
    if (conflicts.size === 1) setMessage('');
    if (version === 'mine') return;
    const { price, quantity } = entered.get(id) ?? {};
    const kept: EnteredRow = {
      ...(price !== undefined && stale.price === undefined && { price }),
      ...(quantity !== undefined && !stale.stock && { quantity }),
    };
    setEntered(Object.keys(kept).length > 0 ? new Map(entered).set(id, kept) : without(entered, id));
  };
  const change = (id: number, row: EnteredRow) => setEntered(new Map(entered).set(id, { ...entered.get(id), ...row }));
  return { variants, rows, entered, errors, message, conflicts, change, save, reset, resolve };
}
