import type { ProductCardView } from '#client/features/catalogue/card-view.ts';
import type { ContentTeaser } from '#client/features/content/content-view.ts';
import type { ShownAddress } from '#client/features/places/shown-address.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import type { ComponentKind, SectionConfigs, SectionKind } from '#shared/site/sections.ts';

/** The fields of a section, with as much of each picture as components read. */
export type SectionFields<K extends ComponentKind> = SectionConfigs<PictureData | null>[K];

/** Sections that show more than their own fields: their `load` reads the rest. */
export interface LoadedSections {
  html: { html: string };
  products: { title: string | undefined; cards: readonly ProductCardView[] };
  news: { title: string | undefined; news: readonly ContentTeaser[] };
  addresses: { addresses: readonly ShownAddress[] };
}

type SectionData<K extends SectionKind> = K extends keyof LoadedSections
  ? LoadedSections[K]
  : K extends ComponentKind
    ? SectionFields<K>
    : never;

/** A section as it travels to the browser. */
export type SectionView = { [K in SectionKind]: { id: number; kind: K; data: SectionData<K> } }[SectionKind];

/** What the component of a kind is given. `crumbs` is shown by the section that opens the page. */
export type SectionProps<K extends SectionKind> = SectionData<K> & { id: number; crumbs: readonly Crumb[] };
