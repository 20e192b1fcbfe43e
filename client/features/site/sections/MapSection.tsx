import { useTexts } from '#client/core/app-context.tsx';
import { openStreetMapUrl } from '#client/core/open-street-map-url.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export function MapSection({ title, note, paragraphs = [], position, image }: SectionProps<'map'>) {
  const { t } = useTexts();
  const { latitude, longitude, label } = position;
  return (
    <SectionFrame title={title} note={note}>
      <Paragraphs paragraphs={paragraphs} image={image}>
        <p>
          {label || `${latitude}, ${longitude}`}
          <br />
          <a href={openStreetMapUrl(position)} rel="noopener">
            {t('places.directions')}
          </a>
        </p>
      </Paragraphs>
    </SectionFrame>
  );
}
