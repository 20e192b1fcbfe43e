import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { getLanguageCode, getLocale, type Lang } from '#shared/languages.ts';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import { useAdminConfig } from '../../core/admin-context.tsx';
import { type AdminCallInput, callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';

/** A language in the form of offered languages. A new language also has the domain that is to show it. */
export interface HostingSaveResult {
  isSaved: boolean;
  /** The DNS record that must exist before the domain is accepted; null if the change was made or refused otherwise. */
  missingRecord: DnsTxtRecord | null;
}

type HostingCallName =
  | 'PUT /admin/language'
  | 'POST /admin/domain'
  | 'PUT /admin/domain/{key}'
  | 'DELETE /admin/domain/{key}';

const queryKey = ['hosting'];

/**
 * Reads the domains and languages of the site, and saves changes of them.
 * @param readName The call that reads the domains and languages, which depends on the role that the screen requires.
 */
export function useHosting(readName: 'GET /admin/domain' | 'GET /admin/language') {
  const notify = useNotify();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { data: hosting, isLoadingError, refetch } = useQuery({ queryKey, queryFn: () => callAdminApi(readName) });
  /** Saves a change and shows its outcome. After a refusal the current state is read again. */
  const save = async <N extends HostingCallName>(
    name: N,
    input: AdminCallInput<N>,
    message: string,
  ): Promise<HostingSaveResult> => {
    setIsBusy(true);
    try {
      queries.setQueryData(queryKey, await callAdminApi(name, input));
      notify(message, { type: 'success' });
      return { isSaved: true, missingRecord: null };
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
      await queries.invalidateQueries({ queryKey });
      return { isSaved: false, missingRecord: getCallFailureDetails(error).record ?? null };
    } finally {
      setIsBusy(false);
    }
  };
  /** Hands domains and languages back to the import, and shows the outcome. */
  const revertToImport = async (resource: 'domain' | 'language', revision: number, message: string): Promise<void> => {
    setIsBusy(true);
    try {
      await callAdminApi('POST /admin/revert-to-import', { body: { resource, key: '', revision } });
      notify(message, { type: 'success' });
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      await queries.invalidateQueries({ queryKey });
      setIsBusy(false);
    }
  };
  return { hosting, isLoadingError, refetch, isBusy, save, revertToImport };
}

export function useLanguageName(): (lang: Lang) => string {
  const names = new Intl.DisplayNames([getLocale(useAdminConfig().lang)], { type: 'language' });
  return (lang) => names.of(getLanguageCode(lang)) ?? lang;
}
