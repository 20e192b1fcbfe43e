import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const GallerySection = ({ title, note, images }: SectionProps<'gallery'>) => (
  <SectionFrame title={title} note={note}>
    <PictureGallery pictures={images.filter((image) => image !== null)} />
  </SectionFrame>
);
