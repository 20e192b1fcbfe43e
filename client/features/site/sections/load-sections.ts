import type { LoaderArgs } from '#client/core/page-module.ts';
import { toPictureData } from '#client/ui/picture-data.ts';
import type { Image } from '#shared/media/image.ts';
import type { PublicSection } from '#shared/site/site-contract.ts';
import { sectionModules } from './section-modules.ts';
import type { SectionView } from './section-props.ts';

const isImage = (value: object): value is Image => 'url' in value && 'tint' in value;

/** Reduces pictures to `PictureData`, because all fields of a section become part of the hydration data. */
function withLeanPictures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLeanPictures);
  if (typeof value !== 'object' || value === null) return value;
  if (isImage(value)) return toPictureData(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLeanPictures(inner)]));
}

type Load = (fields: unknown, args: LoaderArgs) => Promise<unknown>;

export const loadSections = (sections: readonly PublicSection[], args: LoaderArgs): Promise<SectionView[]> =>
  Promise.all(
    sections.map(async (section) => {
      if (section.kind === 'html') return { id: section.id, kind: section.kind, data: { html: section.html } };
      const { id, component: kind } = section;
      const fields = withLeanPictures(section.config);
      const load = sectionModules[kind].load as Load | undefined;
      return { id, kind, data: load ? await load(fields, args) : fields } as SectionView;
    }),
  );
