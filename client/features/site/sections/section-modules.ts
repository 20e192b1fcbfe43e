import type { ReactNode } from 'react';
import type { LoaderArgs } from '#client/core/page-module.ts';
import type { SectionKind, SectionKindWithConfig } from '#shared/site/sections.ts';
import { AddressesSection, loadAddresses } from './AddressesSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { FiguresSection } from './FiguresSection.tsx';
import { FormSection, loadForm } from './FormSection.tsx';
import { GallerySection } from './GallerySection.tsx';
import { HeadingSection } from './HeadingSection.tsx';
import { HeroSection } from './HeroSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { HtmlSection } from './HtmlSection.tsx';
import { LandscapeSection } from './LandscapeSection.tsx';
import { MapSection } from './MapSection.tsx';
import { loadPromotedNews, NewsSection } from './NewsSection.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { PricesSection } from './PricesSection.tsx';
import { loadChosenOrPromotedProducts, ProductsSection } from './ProductsSection.tsx';
import { loadNewestEstateReviews, ReviewsSection } from './ReviewsSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { ServicesSection } from './ServicesSection.tsx';
import type { SectionFields, SectionLoaderData, SectionProps } from './section-props.ts';
import { TextSection } from './TextSection.tsx';
import { TimelineSection } from './TimelineSection.tsx';
import { WelcomeSection } from './WelcomeSection.tsx';

type SectionModule<K extends SectionKind> = {
  Section: (props: SectionProps<K>) => ReactNode;
} & (K extends keyof SectionLoaderData & SectionKindWithConfig
  ? { load: (fields: SectionFields<K>, args: LoaderArgs) => Promise<SectionLoaderData[K]> }
  : { load?: never });

/** The component of each section kind, with a loader if the section needs data beyond its own fields. */
export const sectionModules: { [K in SectionKind]: SectionModule<K> } = {
  html: { Section: HtmlSection },
  hero: { Section: HeroSection },
  heading: { Section: HeadingSection },
  text: { Section: TextSection },
  welcome: { Section: WelcomeSection },
  gallery: { Section: GallerySection },
  timeline: { Section: TimelineSection },
  figures: { Section: FiguresSection },
  people: { Section: PeopleSection },
  services: { Section: ServicesSection },
  prices: { Section: PricesSection },
  rules: { Section: RulesSection },
  products: { Section: ProductsSection, load: loadChosenOrPromotedProducts },
  news: { Section: NewsSection, load: loadPromotedNews },
  reviews: { Section: ReviewsSection, load: loadNewestEstateReviews },
  landscape: { Section: LandscapeSection },
  picture: { Section: PictureSection },
  hours: { Section: HoursSection },
  map: { Section: MapSection },
  contact: { Section: ContactSection },
  addresses: { Section: AddressesSection, load: loadAddresses },
  form: { Section: FormSection, load: loadForm },
};
