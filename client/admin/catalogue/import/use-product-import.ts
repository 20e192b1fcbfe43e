import { useState } from 'react';
import type { HttpError } from 'react-admin';
import type { ProductImportCheck } from '#shared/admin/product-import-export-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';

type ImportedCounts = Pick<ProductImportCheck, 'created' | 'updated' | 'unchanged'>;

/** A call that was refused or got no response, with the errors of the file by line and column. */
export interface ImportCallFailure {
  message: string;
  errors: Readonly<Record<string, string>>;
}

export interface ProductImport {
  file: File | null;
  isRunning: boolean;
  /** The dry run that the next import confirms; null while there is none. */
  check: ProductImportCheck | null;
  /** The counts of the finished import; null before. */
  imported: ImportedCounts | null;
  failure: ImportCallFailure | null;
  choose: (file: File | null) => void;
  checkAgain: () => void;
  importFile: () => void;
}

const name = 'POST /admin/product/import';
const idle = { isRunning: false, check: null, imported: null, failure: null };

/** Manages the chosen file and the calls that check and import it. The file stays chosen after a failed call. */
export function useProductImport(): ProductImport {
  const { t } = useAdminTexts();
  const callOnce = useIdempotentCall();
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<Pick<ProductImport, keyof typeof idle>>(idle);
  const createBody = (chosen: File) => {
    const body = new FormData();
    body.set('file', chosen);
    return body;
  };
  const toFailure = (error: unknown): ImportCallFailure => {
    const message = error instanceof Error && error.message ? error.message : t('admin.callFailed');
    return { message, errors: getCallFailureDetails(error).errors ?? {} };
  };

  const check = async (chosen: File) => {
    setState({ ...idle, isRunning: true });
    try {
      const query = { dryRun: 'true' } as const;
      const found = await callAdminApi(name, { query, body: createBody(chosen) });
      setState({ ...idle, check: 'digest' in found ? found : null });
    } catch (error) {
      setState({ ...idle, failure: toFailure(error) });
    }
  };
  const importChecked = async (chosen: File, confirmed: ProductImportCheck) => {
    setState({ ...idle, check: confirmed, isRunning: true });
    try {
      const query = { dryRun: 'false', digest: confirmed.digest } as const;
      const imported = await callOnce(name, { query, body: createBody(chosen) });
      setState({ ...idle, imported });
    } catch (error) {
      setState({ ...idle, check: findNextCheck(error, confirmed), failure: toFailure(error) });
    }
  };
  return {
    file,
    ...state,
    choose: (chosen) => {
      setFile(chosen);
      setState(idle);
      if (chosen) void check(chosen);
    },
    checkAgain: () => file && void check(file),
    importFile: () => file && state.check && void importChecked(file, state.check),
  };
}

/**
 * Returns the dry run that the next import confirms. If the import was refused because products were changed in the
 * meantime, it is the dry run in the refusal; null if the file has become invalid. After any other failure it is
 * `confirmed` again, so that a repeated call returns the result of the first call.
 */
function findNextCheck(error: unknown, confirmed: ProductImportCheck): ProductImportCheck | null {
  const { current } = getCallFailureDetails(error);
  if (current) return current as ProductImportCheck;
  return (error as Partial<HttpError>).status === 422 ? null : confirmed;
}
