import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useQuery } from '#client/core/use-query.ts';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { ServiceDetail } from '#shared/services/services-contract.ts';
import { ServiceBody } from './ServiceBody.tsx';
import css from './ServicePage.module.css';

interface ServiceState {
  /** The service that was loaded last; null while another one is loading. */
  service: ServiceDetail | null;
  /** Loads the service with this id, unless it is the current one. The current service is cleared first. */
  load(id: number): Promise<void>;
  /** Discards the service, for example after a log-out. */
  clear(): void;
}

type ShownServiceStore = StoreApi<ServiceState>;

/** @param read rejects if the service cannot be read */
export function createShownServiceStore(read: (id: number) => Promise<ServiceDetail>): ShownServiceStore {
  let requestedId: number | null = null;
  return createStore<ServiceState>()((set, get) => ({
    service: null,
    load: async (id) => {
      requestedId = id;
      if (get().service?.id === id) return;
      set({ service: null });
      const service = await read(id);
      // Another service may have been requested meanwhile.
      if (requestedId === id) set({ service });
    },
    clear: () => {
      requestedId = null;
      set({ service: null });
    },
  }));
}

/** The store of the service that the page shows. Only effects fill the store, so it stays empty on the server. */
const currentService = createShownServiceStore((id) => callApi('GET /service/{id}', { params: { id } }));

/** The detail of a service for members, which the browser of a logged-in customer loads. */
export function MembersOnlyServiceDetail({ id, path }: { id: number; path: string }) {
  const { t } = useTexts();
  const { data: customer, isLoading } = useLoadCustomerProfile();
  const isMember = Boolean(customer);
  const query = useQuery(isMember ? () => currentService.getState().load(id) : null, [id, isMember]);
  const service = useStore(currentService, (state) => state.service);
  useEffect(() => {
    if (customer === null) currentService.getState().clear();
  }, [customer]);

  if (isMember && service?.id === id) return <ServiceBody service={service} />;
  if (query.error)
    return (
      <div className={css.members}>
        <FormMessage kind="failure">{describeCallError(query.error, t)}</FormMessage>
        <Button look="quiet" onClick={query.reload}>
          {t('services.retry')}
        </Button>
      </div>
    );
  return (
    <div className={css.members} aria-busy={isLoading || isMember || undefined}>
      <p>{t('services.members.text')}</p>
      <NoScriptNotice />
      {!isMember && (
        <ButtonLink href={`/auth?return=${encodeURIComponent(path)}`}>{t('services.members.login')}</ButtonLink>
      )}
    </div>
  );
}
