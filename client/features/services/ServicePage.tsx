import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { findCanonicalListEntry, loadItemAlternates } from '#client/core/page/item-pages.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { createNotFoundError, createRedirectError, type PageLoader } from '#client/core/page-module.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { useQuery } from '#client/core/use-query.ts';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { pageSizes } from '#client/ui/cover-sizes.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { createPicturePreload, Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { serviceContentType } from '#shared/services/service-content-type.ts';
import type { ServiceDetail } from '#shared/services/services-contract.ts';
import css from './ServicePage.module.css';

interface ServicePageData {
  id: number;
  path: string;
  title: string;
  summary: string;
  picture: PictureData | null;
  crumbs: BreadcrumbItem[];
  /** null for a service of members, whose detail is not part of the cached page. */
  detail: { id: number; price: number | null; html: string; hasCalendar: boolean } | null;
}

export const loader: PageLoader<ServicePageData> = async (args) => {
  const { params, read, entry } = args;
  const list = entry?.path;
  const id = parseId(params.id);
  if (!list || id === null) throw createNotFoundError();
  const service = await serviceContentType.readDetail(read, id);
  if (!service) throw createNotFoundError();
  const path = buildItemPath(list, service);
  if (params.slug !== service.slug) throw createRedirectError(path);
  const canonicalList = findCanonicalListEntry(args.shell, entry);
  const detail = service.membersOnly ? null : await read('GET /service/{id}', { params: { id } });
  const { title, summary, image } = service;
  const crumbs = createBreadcrumb(args, list, title);
  return {
    status: 200,
    data: {
      id,
      path,
      title,
      summary,
      picture: image && toPictureData(image),
      crumbs,
      detail: detail && { id, price: detail.price, html: detail.html, hasCalendar: detail.hasCalendar },
    },
    head: {
      title,
      description: summary || entry.description,
      canonical: buildItemPath(canonicalList.path ?? list, service),
      image,
      preload: createPicturePreload(image, pageSizes),
      alternates: await loadItemAlternates(serviceContentType, args, canonicalList, service),
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

export function Page({ data }: { data: ServicePageData }) {
  const { t } = useTexts();
  const { id, path, title, summary, picture, crumbs, detail } = data;
  return (
    <div className="page">
      <article className={css.article}>
        <header className={css.top}>
          <PageBreadcrumb crumbs={crumbs} />
          {!detail && <p className={css.badge}>{t('services.members')}</p>}
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </header>
        {picture && <Picture className={css.picture} image={picture} sizes={pageSizes} hasPriority />}
        {detail ? <ServiceBody service={detail} /> : <MembersOnlyServiceDetail key={id} id={id} path={path} />}
      </article>
    </div>
  );
}

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
function MembersOnlyServiceDetail({ id, path }: { id: number; path: string }) {
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

function ServiceBody({ service }: { service: Pick<ServiceDetail, 'id' | 'html' | 'price' | 'hasCalendar'> }) {
  const { t, euros } = useTexts();
  const { id, html, price, hasCalendar } = service;
  return (
    <div className={css.text}>
      {price !== null && <p className={css.price}>{t('services.price', { price: euros(price) })}</p>}
      <ServerHtml id={`service-${id}`} html={html} className={prose.prose} />
      {hasCalendar && <ServiceDays id={id} />}
      <p>
        <a href="/contact">{t('services.contact')}</a>
      </p>
    </div>
  );
}

/** Number of months after the current one that the calendar shows. The API returns days up to 60 days ahead. */
const maxMonthsAhead = 2;

function ServiceDays({ id }: { id: number }) {
  const { t, date } = useTexts();
  const isHydrated = useHydrated();
  const { timeZone } = useSiteShell().site;
  const [ahead, setAhead] = useState(0);
  if (!isHydrated) return null;
  const [year = 0, month = 0] = toLocalDay(Date.now(), timeZone).split('-').map(Number);
  const shown = new Date(Date.UTC(year, month - 1 + ahead, 1, 12));
  return (
    <section className={css.days} aria-labelledby={`days-${id}`}>
      <h2 id={`days-${id}`}>{t('services.days')}</h2>
      <div className={css.months}>
        <Button look="quiet" disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
          {t('services.days.previous')}
        </Button>
        <p aria-live="polite">{date(shown.toISOString(), { month: 'long', year: 'numeric' })}</p>
        <Button look="quiet" disabled={ahead === maxMonthsAhead} onClick={() => setAhead(ahead + 1)}>
          {t('services.days.next')}
        </Button>
      </div>
      <MonthDays id={id} month={shown.getUTCMonth() + 1} year={shown.getUTCFullYear()} />
    </section>
  );
}

function MonthDays({ id, month, year }: { id: number; month: number; year: number }) {
  const { t, lang, date } = useTexts();
  const { data } = useQuery(
    (signal) =>
      callApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
        params: { id, month, year },
        query: { type: 'service' },
        signal,
      }),
    [id, month, year],
  );
  if (!data) return null;
  if (data.schedules.length === 0) return <p>{t('services.days.none')}</p>;
  return (
    <ul className={css.dayList}>
      {data.schedules.map(({ id: idSchedule, date: day, from, to }) => (
        <li key={`${day} ${idSchedule}`}>
          <time dateTime={day}>{date(day, { weekday: 'long', day: 'numeric', month: 'long' })}</time>
          <span>{t('services.days.times', { from: formatClockTime(from, lang), to: formatClockTime(to, lang) })}</span>
        </li>
      ))}
    </ul>
  );
}
