import { ParagraphsWithPicture } from './ParagraphsWithPicture.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const TextSection = ({ title, note, paragraphs, image }: SectionProps<'text'>) => (
  <SectionFrame title={title} note={note}>
    <ParagraphsWithPicture paragraphs={paragraphs} image={image} />
  </SectionFrame>
);
