import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { DnsRecord } from '#shared/envelope.ts';
import { getLanguageCode, getLocale, type Lang } from '#shared/languages.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminConfig } from '../../core/admin-context.tsx';
import { type AdminCallOptions, callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';

/** An offered language. A new one also has the domain that is to show it. */
export interface LanguageDraft {
  lang: Lang;
  domain?: string;
}

/** The outcome of a change. */
export interface HostingSaveResult {
  isSaved: boolean;
  /** The DNS record that must exist before the domain is accepted; null if the change was made or refused otherwise. */
  missingRecord: DnsRecord | null;
}

const queryKey = ['hosting'];

/** Reads the domains and languages of the site, and saves changes of them. */
export function useHosting(path: '/admin/domain' | '/admin/language') {
  const notify = useNotify();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { data: hosting } = useQuery({ queryKey, queryFn: () => callAdminApi<HostingView>(path) });
  /**
   * Saves a change and shows its outcome. After a refusal the current state is read again.
   * @param key The domain that changes; absent for a new one and for languages.
   */
  const save = async (options: AdminCallOptions, message: string, key?: string): Promise<HostingSaveResult> => {
    setIsBusy(true);
    try {
      const callPath = key === undefined ? path : `${path}/${encodeURIComponent(key)}`;
      queries.setQueryData(queryKey, await callAdminApi<HostingView>(callPath, options));
      notify(message, { type: 'success' });
      return { isSaved: true, missingRecord: null };
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
      await queries.invalidateQueries({ queryKey });
      return { isSaved: false, missingRecord: getCallFailure(error).record ?? null };
    } finally {
      setIsBusy(false);
    }
  };
  /** Hands domains and languages back to the import, and shows the outcome. */
  const revertToImport = async (resource: 'domain' | 'language', revision: number, message: string): Promise<void> => {
    setIsBusy(true);
    try {
      await callAdminApi('/admin/revert-to-import', { method: 'POST', body: { resource, key: '', revision } });
      notify(message, { type: 'success' });
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      await queries.invalidateQueries({ queryKey });
      setIsBusy(false);
    }
  };
  return { hosting, isBusy, save, revertToImport };
}

/** Returns the function that names a language in the language of the panel. */
export function useLanguageName(): (lang: Lang) => string {
  const names = new Intl.DisplayNames([getLocale(useAdminConfig().lang)], { type: 'language' });
  return (lang) => names.of(getLanguageCode(lang)) ?? lang;
}
