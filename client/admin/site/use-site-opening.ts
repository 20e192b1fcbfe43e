import { useQueryClient } from '@tanstack/react-query';
import { type HttpError, useGetOne, useNotify, useUpdate } from 'react-admin';
import { type ItemRecord, singletonItemId } from '../core/resource-adapter.ts';

interface SiteOpening {
  /** True if visitors see the site, false if they see only that it opens soon; null while that is unknown. */
  isOpen: boolean | null;
  isSaving: boolean;
  /** Opens the site for visitors or closes it. */
  save: (isOpen: boolean) => Promise<void>;
}

/** Reads and changes whether visitors see the site. Staff always see it. */
export function useSiteOpening(): SiteOpening {
  const { data: info, refetch } = useGetOne<ItemRecord>('site-info', { id: singletonItemId });
  const [update, { isPending }] = useUpdate<ItemRecord, HttpError>();
  const queries = useQueryClient();
  const notify = useNotify();
  const save = async (isOpen: boolean) => {
    if (!info) return;
    try {
      const data = { ...info, isBuilding: !isOpen };
      await update(
        'site-info',
        { id: singletonItemId, data, previousData: info },
        { mutationMode: 'pessimistic', returnPromise: true },
      );
      notify(isOpen ? 'admin-site.opening.opened' : 'admin-site.opening.closed', { type: 'success' });
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      await refetch();
    }
    await queries.invalidateQueries({ queryKey: ['go-live'] });
  };
  return { isOpen: info ? info.isBuilding !== true : null, isSaving: isPending, save };
}
