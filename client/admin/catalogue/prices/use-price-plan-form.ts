import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { PricePlanRowConflict } from '#shared/admin/price-plan-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import { type PriceListVariant, toRowErrors } from './price-list-rows.ts';
import { computePricePlanFormRows, type PricePlanFormValues, pricePlanFormRowsToApiRows } from './price-plan.ts';

const emptyInput: PricePlanFormValues = {
  from: null,
  mode: 'amount',
  percent: '',
  prices: new Map(),
  replaced: new Set(),
};

/**
 * Manages the form that plans the prices of the selected variants.
 * @param onPlanned Called after the prices were planned.
 */
export function usePricePlanForm(selected: readonly PriceListVariant[], onPlanned: () => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [input, setInput] = useState(emptyInput);
  const [known, setKnown] = useState<ReadonlyMap<number, PricePlanRowConflict>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const [message, setMessage] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const instant = input.from === null ? null : Date.parse(input.from);
  const planRows = computePricePlanFormRows(selected, input, instant, known);
  const rows = instant === null ? null : pricePlanFormRowsToApiRows(planRows, input.replaced);
  const change = (values: Partial<PricePlanFormValues>) => {
    setErrors(new Map());
    if (values.from === undefined) return setInput({ ...input, ...values });
    // The prices that the API has reported apply only to the start time that is being replaced.
    setKnown(new Map());
    setInput({ ...input, ...values, replaced: new Set() });
  };
  const save = async () => {
    if (input.from === null || !rows) return;
    setIsSaving(true);
    setMessage('');
    try {
      const body = { from: input.from, rows };
      await call('POST /admin/product/planned-prices', { body });
      notify('admin-catalogue.plan.planned', { type: 'success', messageArgs: { smart_count: rows.length } });
      onPlanned();
    } catch (error) {
      const { current, errors: fields = {} } = getCallFailureDetails(error);
      const stale = (current as { rows: PricePlanRowConflict[] } | undefined)?.rows ?? [];
      setKnown(new Map([...known, ...stale.map((row) => [row.idVariant, row] as const)]));
      const isUnconfirmed = (id: number) => stale.some(({ idVariant }) => idVariant === id);
      setInput({ ...input, replaced: new Set([...input.replaced].filter((id) => !isUnconfirmed(id))) });
      setErrors(new Map([...toRowErrors(rows, fields)].map(([id, { price = '' }]) => [id, price])));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    } finally {
      setIsSaving(false);
    }
  };
  return { input, rows: planRows, errors, message, isSaving, canSave: rows !== null, change, save };
}
