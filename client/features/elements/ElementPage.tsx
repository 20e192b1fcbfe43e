import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import { findCanonicalListEntry, loadItemAlternates } from '#client/core/page/item-pages.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import {
  createNotFoundError,
  createRedirectError,
  type LoaderArgs,
  type PageLoader,
} from '#client/core/page-module.ts';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { toPictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { elementContentType } from '#shared/elements/element-content-type.ts';
import type { ElementDetail, ElementSlot } from '#shared/elements/elements-contract.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { parseId } from '#shared/parse-id.ts';
import { formatDateRange } from './date-text.ts';
import { ElementDetails } from './ElementDetails.tsx';
import { ElementStatusBadge } from './ElementListItem.tsx';
import css from './ElementPage.module.css';
import { type ElementPageData, toElementTeaser } from './element-teaser.ts';
import { Registration } from './Registration.tsx';

const maxOthers = 3;

const statuses = {
  SCHEDULED: 'https://schema.org/EventScheduled',
  POSTPONED: 'https://schema.org/EventPostponed',
  CANCELLED: 'https://schema.org/EventCancelled',
} as const;

/**
 * Returns one schema.org `Event` for each date of an element that is not over, or for its last date if all are over.
 */
export function createEventJsonLd(element: ElementDetail, path: string, args: LoaderArgs, now: Date): object[] {
  const upcoming = element.slots.filter(({ endsAt }) => new Date(endsAt) > now);
  const shown = upcoming.length > 0 ? upcoming : element.slots.slice(-1);
  return shown.map((slot) => slotJsonLd(element, slot, path, args));
}

function slotJsonLd(element: ElementDetail, slot: ElementSlot, path: string, args: LoaderArgs) {
  const { origin, name } = args.site;
  const estate = createWineryJsonLd(args);
  const price = element.pricePerPerson;
  const hasPlaces = slot.registration === 'OPEN' || slot.registration === 'NONE';
  return {
    '@type': elementContentType.structuredDataType,
    name: element.title,
    description: element.summary,
    startDate: slot.startsAt,
    endDate: slot.endsAt,
    eventStatus: statuses[element.status],
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: element.place || name,
      address: element.placeAddress || estate.address || name,
    },
    image: element.image ? [origin + buildImageUrl(element.image.url, 1200, 'jpeg')] : undefined,
    inLanguage: element.languages.length > 0 ? element.languages : undefined,
    maximumAttendeeCapacity: slot.capacity ?? undefined,
    isAccessibleForFree: price === 0 ? true : undefined,
    offers:
      price === null
        ? undefined
        : {
            '@type': 'Offer',
            price: price.toFixed(2),
            priceCurrency: 'EUR',
            availability: `https://schema.org/${hasPlaces ? 'InStock' : 'SoldOut'}`,
            validFrom: element.publishedAt,
            url: origin + path,
          },
    organizer: estate,
    url: origin + path,
  };
}

export const loader: PageLoader<ElementPageData> = async (args) => {
  const { read, params, entry } = args;
  const route = entry?.elementRoute;
  const list = entry?.path;
  const id = parseId(params.id);
  if (!list || !route || id === null) throw createNotFoundError();
  const query = { upcoming: 'true', nbItem: maxOthers + 1 };
  const [element, { items }] = await Promise.all([
    elementContentType.readDetail(read, id, { route }),
    read('GET /element/{route}', { params: { route }, query }),
  ]);
  const path = buildItemPath(list, element);
  if (params.slug !== element.slug) throw createRedirectError(path);
  const canonicalList = findCanonicalListEntry(args.shell, entry);
  const canonical = buildItemPath(canonicalList.path ?? list, element);
  const { image, images, publishedAt: _publishedAt, updatedAt: _updatedAt, slug: _slug, ...shown } = element;
  const crumbs = createBreadcrumb(args, list, element.title);
  const others = items.filter((other) => other.id !== id).slice(0, maxOthers);
  return {
    status: 200,
    data: {
      ...shown,
      path,
      picture: image && toPictureData(image),
      pictures: images.map(toPictureData),
      crumbs,
      list,
      others: others.map((other) => toElementTeaser(other, list)),
    },
    head: {
      title: element.title,
      description: element.summary,
      canonical,
      type: 'article',
      image,
      alternates: await loadItemAlternates(elementContentType, args, canonicalList, element),
      jsonLd: import.meta.env.SSR
        ? [...createEventJsonLd(element, canonical, args, new Date()), createBreadcrumbJsonLd(args, crumbs, path)]
        : [],
    },
  };
};

export function Page({ data }: { data: ElementPageData }) {
  const { title, summary, picture, pictures, crumbs, html, id } = data;
  return (
    <div className="page">
      <article className={css.article}>
        <header className={css.top}>
          <PageBreadcrumb crumbs={crumbs} />
          <ElementStatusBadge {...data} />
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </header>
        {picture && (
          <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" hasPriority />
        )}
        <div className={css.columns}>
          <ElementDetails element={data} />
          <ServerHtml id={`element-${id}`} html={html} className={prose.prose} />
        </div>
        {data.maxPeople !== null && !data.isPast && <Registration key={id} element={data} sent={data.sent} />}
        {pictures.length > 0 && <PictureGallery pictures={pictures} />}
        <div className={css.share}>
          <ShareLinks title={title} path={data.path} />
        </div>
      </article>
      {data.others.length > 0 && <OtherElements {...data} />}
    </div>
  );
}

function OtherElements({ others, list }: Pick<ElementPageData, 'others' | 'list'>) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <aside className={css.others} aria-labelledby="other-elements">
      <h2 id="other-elements">{t('elements.others')}</h2>
      <ul>
        {others.map(({ href, title, startsAt, endsAt }) => (
          <li key={href}>
            {startsAt && endsAt && <time dateTime={startsAt}>{formatDateRange(texts, startsAt, endsAt)}</time>}
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={list}>{t('elements.all')}</a>
      </p>
    </aside>
  );
}
