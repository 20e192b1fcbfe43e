import { type AdminCallInput, type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

type PreviewName = 'GET /admin/order/{id}/mail-preview' | 'GET /admin/order/{id}/refund-preview';

export interface OrderMailPreviewState {
  /** True until the API has responded for the first time. */
  isLoading: boolean;
  /** The mail; null if the change sends none, and without a response. */
  mail: AdminResponseData<PreviewName>['mail'];
  /** The message if the mail cannot be shown, to be passed to `t`; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without typing after which the preview is read again. */
const debounceMs = 400;

/** Reads the mail that a change of an order would send, and again when the input changes. */
export function useOrderMailPreview<N extends PreviewName>(name: N, input: AdminCallInput<N>): OrderMailPreviewState {
  const { data, error } = useQueryKeepingData<AdminResponseData<PreviewName>>(
    (signal) => callAdminApi(name, { ...input, signal }),
    [name, JSON.stringify(input)],
    { debounceMs },
  );
  if (error) return { isLoading: false, mail: null, failure: error.message || 'admin.callFailed' };
  return { isLoading: !data, mail: data?.mail ?? null, failure: '' };
}
