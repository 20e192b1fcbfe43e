import type { MouseEvent } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { loadItemAlternates } from '#client/core/page/item-pages.ts';
import { ListPagination } from '#client/core/page/ListNavigation.tsx';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import {
  createNotFoundError,
  createRedirectError,
  type LoaderArgs,
  type PageLoader,
} from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { openSlider, type Slide } from '#client/ui/FullscreenSlider/open-slider.ts';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import type { AlbumMedium, AlbumVideo } from '#shared/content/album-endpoints.ts';
import { articleTypes } from '#shared/content/article-types.ts';
import { cropText } from '#shared/content/crop-text.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { createArticleJsonLd } from '../content-json-ld.ts';
import css from './Albums.module.css';

export { contentListPageParameters as declaredQueryParameters } from '../list-pages.ts';

interface AlbumData {
  id: number;
  path: string;
  title: string;
  summary: string;
  html: string;
  crumbs: BreadcrumbItem[];
  media: MediumView[];
  page: number;
  pages: number;
}

const type = articleTypes.albums;

export const loader: PageLoader<AlbumData> = async (args) => {
  const { entry } = args;
  const list = entry?.path;
  const id = parseId(args.params.id);
  const page = readPageNumber(args.url.searchParams);
  if (!list || id === null || page === null) throw createNotFoundError();
  const { album } = await args.read('GET /album/{id}', { params: { id }, query: { page, nbItem: type.pageSize } });
  const path = buildItemPath(list, album);
  if (args.params.slug !== album.slug) throw createRedirectError(path);
  const pages = countPagesOrThrowNotFound(page, album.total, type.pageSize);
  const { title, summary, html } = album;
  const crumbs = createBreadcrumb(args, list, title);
  return {
    status: 200,
    data: { id, path, title, summary, html, crumbs, media: album.media.map(toMediumView), page, pages },
    head: {
      ...createListPageMetadata(title, { path, page, pages }, args.texts),
      description: cropText(summary, 160),
      type: 'article',
      image: album.image,
      alternates: await loadItemAlternates(type, args, entry, album),
      jsonLd: import.meta.env.SSR
        ? [
            createArticleJsonLd(type, album, path, args),
            ...createVideosJsonLd(album.media, album, args),
            createBreadcrumbJsonLd(args, crumbs, path),
          ]
        : [],
    },
  };
};

export function Page({ data }: { data: AlbumData }) {
  const { id, path, title, summary, html, crumbs, media, page, pages } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && summary && <p>{summary}</p>}
      </PageTitleHeader>
      {page === 1 && <ServerHtml id={`album-${id}`} html={html} className={`${prose.prose} ${css.text}`} />}
      <AlbumGallery media={media} />
      <ListPagination page={page} pages={pages} hrefOf={(number) => buildListPagePath({ path }, number)} />
    </div>
  );
}

const sizes = '(min-width: 960px) 31vw, (min-width: 576px) 46vw, 94vw';

/**
 * Shows the pictures and videos of an album as links to their files. With scripts, a click opens pictures and playable
 * videos in the fullscreen slider instead.
 */
export function AlbumGallery({ media }: { media: readonly MediumView[] }) {
  const playable = media.flatMap((medium) => {
    const slide = toSlide(medium);
    return slide ? [{ medium, slide }] : [];
  });
  const slides = playable.map(({ slide }) => slide);
  return (
    <ul className={css.gallery}>
      {media.map((medium, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an album may contain a picture twice
        <li key={`${medium.video?.url ?? medium.picture?.url} ${index}`}>
          <Medium
            medium={medium}
            slides={slides}
            start={playable.findIndex((one) => one.medium === medium)}
            isFirst={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

interface MediumProps {
  medium: MediumView;
  slides: readonly Slide[];
  /** Index of the medium's slide, -1 if it has none. */
  start: number;
  isFirst: boolean;
}

function Medium({ medium: { caption, picture, video }, slides, start, isFirst }: MediumProps) {
  const { t, number } = useTexts();
  const title = caption || picture?.alt || '';
  const thumbnail = picture && (
    <Picture image={picture} alt="" sizes={coverSizes(picture, sizes, 3 / 2)} maxWidth={960} hasPriority={isFirst} />
  );
  if (video && start < 0) {
    const type = video.url.replace(/\?.*$/s, '').split('.').at(-1)?.toUpperCase() ?? '';
    const size = number(video.bytes / 1_000_000, { maximumFractionDigits: 1 });
    return (
      <>
        {thumbnail}
        <p className={css.caption}>
          {caption} <a href={video.url}>{t('content.albums.download', { type, size })}</a>
        </p>
      </>
    );
  }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSlider({ slides, start });
  };
  const href = video?.url ?? (picture ? buildImageUrl(picture.url, 1920, 'jpeg') : '');
  return (
    <>
      <a
        className={css.open}
        href={href}
        data-video={video ? true : undefined}
        aria-label={t(video ? 'content.albums.play' : 'content.albums.open', { title })}
        onClick={open}
      >
        {thumbnail}
      </a>
      {caption && <p className={css.caption}>{caption}</p>}
    </>
  );
}

interface MediumView {
  caption: string;
  /** The picture, or the poster of the video. */
  picture: PictureData | null;
  video: AlbumVideo | null;
}

const toMediumView = ({ caption, image, video }: AlbumMedium): MediumView => ({
  caption,
  picture: image && toPictureData(image),
  video,
});

/** Returns the slide of a medium, null for a video that browsers do not play. */
function toSlide({ caption, picture, video }: MediumView): Slide | null {
  if (!video) return picture && { kind: 'image', image: picture, caption: caption || picture.alt };
  if (!video.isPlayable) return null;
  return {
    kind: 'video',
    url: video.url,
    title: caption,
    ...(picture && { poster: buildImageUrl(picture.url, 960) }),
  };
}

const createVideosJsonLd = (
  media: readonly AlbumMedium[],
  { title, publishedAt }: { title: string; publishedAt: string },
  { site }: Pick<LoaderArgs, 'site'>,
) =>
  media.flatMap(({ caption, image, video }) =>
    video
      ? [
          {
            '@type': 'VideoObject',
            name: caption || title,
            description: caption || title,
            uploadDate: publishedAt,
            contentUrl: site.origin + video.url,
            encodingFormat: video.type,
            thumbnailUrl: image ? [site.origin + buildImageUrl(image.url, 1200, 'jpeg')] : undefined,
          },
        ]
      : [],
  );
