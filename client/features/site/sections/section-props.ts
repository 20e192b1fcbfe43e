import type { ProductCardView } from '#client/features/catalogue/product-card-view.ts';
import type { ContentTeaser } from '#client/features/content/content-teaser.ts';
import type { EstateAddressView } from '#client/features/places/estate-address-view.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import type { SectionConfigs, SectionKind, SectionKindWithConfig } from '#shared/site/sections.ts';

/** The newest reviews of the estate with all texts formatted, so that hydration needs no lazy texts of reviews. */
export interface NewestReviewsView {
  title: string;
  /** The average and the number of reviews in words; null without reviews, which hides the section. */
  average: { label: string; count: string } | null;
  /** Label that identifies reviews as fictional; null for real ones. */
  fictionalMark: string | null;
  reviews: readonly { id: number; label: string; text: string; author: string; dates: string }[];
  linkLabel: string;
}

/** The fields of a section, with pictures reduced to `PictureData`. */
export type SectionFields<K extends SectionKindWithConfig> = SectionConfigs<PictureData | null>[K];

/** The data of the section kinds whose components receive other data than the section's fields. */
export interface SectionLoaderData {
  html: { html: string };
  products: { title: string | undefined; cards: readonly ProductCardView[] };
  news: { title: string | undefined; news: readonly ContentTeaser[] };
  reviews: NewestReviewsView;
  addresses: { addresses: readonly EstateAddressView[] };
  form: { title: string | undefined; form: Form | null; isContact: boolean };
}

type SectionData<K extends SectionKind> = K extends keyof SectionLoaderData
  ? SectionLoaderData[K]
  : K extends SectionKindWithConfig
    ? SectionFields<K>
    : never;

/** A section with its data, as the hydration data contains it. */
export type SectionView = { [K in SectionKind]: { id: number; kind: K; data: SectionData<K> } }[SectionKind];

/** Props of a section's component. Only the first section of a page shows the breadcrumb. */
export type SectionProps<K extends SectionKind> = SectionData<K> & { id: number; crumbs: readonly BreadcrumbItem[] };
