import type { LoaderArgs } from '#client/core/page-module.ts';
import type { Slide } from '#client/ui/FullscreenSlider/open-slider.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { AlbumMedium, AlbumVideo } from '#shared/content/album-endpoints.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

export interface MediumView {
  caption: string;
  /** The picture, or the poster of the video. */
  picture: PictureData | null;
  video: AlbumVideo | null;
}

export const toMediumView = ({ caption, image, video }: AlbumMedium): MediumView => ({
  caption,
  picture: image && toPictureData(image),
  video,
});

/** Returns the slide of a medium, null for a video that browsers do not play. */
export function toSlide({ caption, picture, video }: MediumView): Slide | null {
  if (!video) return picture && { kind: 'image', image: picture, caption: caption || picture.alt };
  if (!video.isPlayable) return null;
  return {
    kind: 'video',
    url: video.url,
    title: caption,
    ...(picture && { poster: buildImageUrl(picture.url, 960) }),
  };
}

export const createVideosJsonLd = (
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
