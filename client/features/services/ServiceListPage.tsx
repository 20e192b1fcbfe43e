import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { ListPagination, TagFilter } from '#client/core/page/ListNavigation.tsx';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readListByTag,
  readPageNumber,
  type TaggedListPageData,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildItemPath, contentTypePages } from '#shared/content-type-pages.ts';
import { breakpointsPx } from '#shared/limits.ts';
import type { ServiceItem } from '#shared/services/services-contract.ts';
import css from './ServiceList.module.css';

export const declaredQueryParameters = ['page', 'tag'];

interface ServiceTeaser extends Pick<ServiceItem, 'title' | 'summary' | 'membersOnly' | 'price'> {
  href: string;
  picture: PictureData | null;
}

const toServiceTeaser = (service: ServiceItem, list: string): ServiceTeaser => ({
  href: buildItemPath(list, service),
  title: service.title,
  summary: service.summary,
  membersOnly: service.membersOnly,
  price: service.price,
  picture: service.image && toPictureData(service.image),
});

interface ServiceListData extends TaggedListPageData {
  services: ServiceTeaser[];
}

const nbItem = contentTypePages.services.pageSize;

export const loader: PageLoader<ServiceListData> = async (args) => {
  const { read, entry, url, texts } = args;
  const page = readPageNumber(url.searchParams);
  if (entry?.path == null) throw createNotFoundError();
  const { path, title, description } = entry;
  const { list, tag } = await readListByTag(url.searchParams, page, (filter) =>
    read('GET /service', { query: { nbItem, ...filter } }),
  );
  const { services, total, tags } = list;
  const pages = countPagesOrThrowNotFound(page, total, nbItem);
  const crumbs = createBreadcrumb(args, path);
  return {
    status: 200,
    data: {
      path,
      title,
      description,
      crumbs,
      services: services.map((service) => toServiceTeaser(service, path)),
      page,
      pages,
      tags,
      tag,
    },
    head: {
      ...createListPageMetadata(title, { path, page, pages, tag }, texts),
      description,
      image: services[0]?.image,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/** The services of the estate, in the style of SERVICES_PAGE_STYLE: CLASSIC rows or CARDS. */
export function Page({ data }: { data: ServiceListData }) {
  const { path, title, description, crumbs, services, page, pages, tags, tag } = data;
  const { t } = useTexts();
  const { SERVICES_PAGE_STYLE: style } = useSiteShell().parameters;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTitleHeader>
      <TagFilter path={path} tags={tags} selected={tag} />
      {services.length === 0 && <p>{t('services.empty')}</p>}
      <div className={css.list} data-style={style === 'CARDS' ? 'CARDS' : 'CLASSIC'}>
        {services.map((service, index) => (
          <ServiceListItem key={service.href} service={service} isFirst={index === 0} />
        ))}
      </div>
      <ListPagination page={page} pages={pages} hrefOf={(number) => buildListPagePath({ path, tag }, number)} />
    </div>
  );
}

function ServiceListItem({ service, isFirst }: { service: ServiceTeaser; isFirst: boolean }) {
  const { t, euros } = useTexts();
  const { href, title, summary, membersOnly, price, picture } = service;
  return (
    <article className={css.item}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={coverSizes(picture, `(min-width: ${breakpointsPx.sm}px) 24rem, 94vw`, 3 / 2)}
          maxWidth={960}
        />
      )}
      <div className={css.words}>
        {membersOnly && <p className={css.members}>{t('services.members')}</p>}
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        {summary && <p>{summary}</p>}
        {price !== null && <p className={css.price}>{t('services.price', { price: euros(price) })}</p>}
      </div>
    </article>
  );
}
