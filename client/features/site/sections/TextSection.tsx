import { Paragraphs } from './Paragraphs.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const TextSection = ({ title, note, paragraphs, image }: SectionProps<'text'>) => (
  <SectionFrame title={title} note={note}>
    <Paragraphs paragraphs={paragraphs} image={image} />
  </SectionFrame>
);
