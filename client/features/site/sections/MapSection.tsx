import { useTexts } from '#client/core/app-context.tsx';
import { buildOpenStreetMapUrl } from '#client/core/build-open-street-map-url.ts';
import { ParagraphsWithPicture } from './ParagraphsWithPicture.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

/** The name or the position of a place, with a link to OpenStreetMap. `EstateMap` shows a map. */
export function MapSection({ title, note, paragraphs = [], position, image }: SectionProps<'map'>) {
  const { t } = useTexts();
  const { latitude, longitude, label } = position;
  return (
    <SectionFrame title={title} note={note}>
      <ParagraphsWithPicture paragraphs={paragraphs} image={image}>
        <p>
          {label || `${latitude}, ${longitude}`}
          <br />
          <a href={buildOpenStreetMapUrl(position)} rel="noopener">
            {t('places.directions')}
          </a>
        </p>
      </ParagraphsWithPicture>
    </SectionFrame>
  );
}
