import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { findCanonicalListEntry, loadItemAlternates } from '#client/core/page/item-pages.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { createNotFoundError, createRedirectError, type PageLoader } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { serviceContentType } from '#shared/services/service-content-type.ts';
import { MembersOnlyServiceDetail } from './MembersOnlyServiceDetail.tsx';
import { ServiceBody } from './ServiceBody.tsx';
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
        {picture && (
          <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" hasPriority />
        )}
        {detail ? <ServiceBody service={detail} /> : <MembersOnlyServiceDetail key={id} id={id} path={path} />}
      </article>
    </div>
  );
}
