import { Gallery } from '#client/ui/Gallery/Gallery.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import { useTexts } from '../app-context.tsx';

export function PictureGallery({ pictures }: { pictures: readonly PictureData[] }) {
  const { t } = useTexts();
  return (
    <Gallery
      pictures={pictures}
      openLabel={({ alt }, index) =>
        t('site.pictures.open', { title: alt || t('site.picture', { number: index + 1 }) })
      }
    />
  );
}
