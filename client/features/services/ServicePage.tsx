import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { type LoaderArgs, notFound, type PageLoader, redirectTo } from '#client/core/page-module.ts';
import { type ClientPageEntry, flattenPageTree } from '#client/core/site-shell.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { ServiceItem } from '#shared/services/services-contract.ts';
import { MembersService } from './MembersService.tsx';
import css from './ServicePage.module.css';
import { ServiceText } from './ServiceText.tsx';
import { buildServicePath } from './service-view.ts';

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

const readServices = async ({ read }: LoaderArgs, lang?: Lang): Promise<ServiceItem[]> =>
  (await read('GET /service', { query: { page: 1, nbItem: pageSize.services }, ...(lang && { lang }) })).services;

export const loader: PageLoader<ServicePageData> = async (args) => {
  const { params, read, shell, url } = args;
  const list = url.pathname.split('/').slice(0, -2).join('/');
  const entry = flattenPageTree(shell.pages).find(({ path, type }) => type === 'SERVICES' && path === list);
  if (!entry || !/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw notFound();
  const id = Number(params.id);
  const service = (await readServices(args)).find((item) => item.id === id);
  if (!service) throw notFound();
  const path = buildServicePath(list, service);
  if (params.slug !== service.slug) throw redirectTo(path);
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
      image,
      alternates: await loadServiceAlternates(args, entry, service),
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/** Returns the URL path of a service in each language. Only the server reads the slugs of other languages. */
async function loadServiceAlternates(args: LoaderArgs, list: ClientPageEntry, service: ServiceItem) {
  const paths = args.site.alternates.map(async ({ lang }): Promise<[Lang, string][]> => {
    const listPath = lang === args.site.lang ? list.path : list.alternates?.[lang];
    if (!listPath) return [];
    if (lang === args.site.lang || !import.meta.env.SSR) return [[lang, buildServicePath(listPath, service)]];
    const translation = (await readServices(args, lang)).find(({ id }) => id === service.id);
    return translation ? [[lang, buildServicePath(listPath, translation)]] : [];
  });
  return Object.fromEntries((await Promise.all(paths)).flat());
}

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
        {picture && (
          <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" hasPriority />
        )}
        {detail ? <ServiceText service={detail} /> : <MembersService key={id} id={id} path={path} />}
      </article>
    </div>
  );
}
