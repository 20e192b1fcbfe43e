import type { ReactNode } from 'react';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { coverSize } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import type { PictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { mobileBreakpointPx } from '#shared/limits.ts';
import type { SectionKind, SectionKindWithConfig } from '#shared/site/sections.ts';
import { AddressesSection, loadAddresses } from './AddressesSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { FiguresSection } from './FiguresSection.tsx';
import { FormSection, loadForm } from './FormSection.tsx';
import { HeroSection } from './HeroSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { MapSection } from './MapSection.tsx';
import { loadPromotedNews, NewsSection } from './NewsSection.tsx';
import { ParagraphsWithPicture } from './ParagraphsWithPicture.tsx';
import { loadChosenOrPromotedProducts, ProductsSection } from './ProductsSection.tsx';
import { loadNewestEstateReviews, ReviewsSection } from './ReviewsSection.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import css from './Sections.module.css';
import type { SectionFields, SectionLoaderData, SectionProps } from './section-props.ts';
import columns from './TextColumn.module.css';

const HtmlSection = ({ id, html }: SectionProps<'html'>) => (
  <div className={`page ${css.text}`}>
    <ServerHtml id={`section-${id}`} html={html} className={prose.prose} />
  </div>
);

const HeadingSection = ({ title = '', text, crumbs }: SectionProps<'heading'>) => (
  <div className="page">
    <PageTitleHeader crumbs={crumbs} title={title}>
      {text && <p>{text}</p>}
    </PageTitleHeader>
  </div>
);

const TextSection = ({ title, note, paragraphs, image }: SectionProps<'text'>) => (
  <SectionFrame title={title} note={note}>
    <ParagraphsWithPicture paragraphs={paragraphs} image={image} />
  </SectionFrame>
);

const WelcomeSection = ({ title, paragraphs, signature, image }: SectionProps<'welcome'>) => (
  <section className={`page ${css.welcome}`} data-alone={!image || undefined}>
    <div className={columns.text}>
      {title && <h2>{title}</h2>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {signature && <p className={css.signature}>{signature}</p>}
    </div>
    {image && (
      <Picture
        className={columns.portrait}
        image={image}
        sizes={`(min-width: ${mobileBreakpointPx}px) ${coverSize(image, '40vw', 4 / 5)}, ${coverSize(image, '94vw', 4 / 3)}`}
        maxWidth={1440}
      />
    )}
  </section>
);

const GallerySection = ({ title, note, images }: SectionProps<'gallery'>) => (
  <SectionFrame title={title} note={note}>
    <PictureGallery pictures={images.filter((image) => image !== null)} />
  </SectionFrame>
);

const TimelineSection = ({ title, note, steps }: SectionProps<'timeline'>) => (
  <SectionFrame title={title} note={note}>
    <ol className={css.timeline}>
      {steps.map((step) => (
        <li key={step.year + step.title}>
          <p className={css.year}>{step.year}</p>
          <div>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </SectionFrame>
);

const PeopleSection = ({ title, note, people }: SectionProps<'people'>) => (
  <SectionFrame title={title} note={note}>
    <ul className={css.people}>
      {people.map(({ name, role, text }) => (
        <li key={`${name} ${role}`}>
          <h3>{name}</h3>
          <p className={css.role}>{role}</p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </SectionFrame>
);

/** Lists the labels and texts of the section itself, not the items of the content type `services`. */
const ServicesSection = ({ title, note, items }: SectionProps<'services'>) => (
  <SectionFrame title={title} note={note} isRaised>
    <dl className={css.services}>
      {items.map(({ label, text }) => (
        <div key={`${label} ${text}`}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </SectionFrame>
);

const PricesSection = ({ title, note, items }: SectionProps<'prices'>) => (
  <SectionFrame title={title} note={note}>
    <dl className={css.prices}>
      {items.map(({ label, price }) => (
        <div key={`${label} ${price}`}>
          <dt>{label}</dt>
          <dd>{price}</dd>
        </div>
      ))}
    </dl>
  </SectionFrame>
);

const RulesSection = ({ title, note, items }: SectionProps<'rules'>) => (
  <SectionFrame title={title} note={note}>
    <ul className={css.rules}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </SectionFrame>
);

const LandscapeSection = ({ image, caption }: SectionProps<'landscape'>) =>
  image && (
    <figure className={css.landscape}>
      <Picture image={image} sizes={coverSize(image, '100vw', 'clamp(14rem, 34vw, 32rem)')} />
      {caption && <figcaption className="page">{caption}</figcaption>}
    </figure>
  );

const pictureSizes = (image: PictureData) => {
  const [wide, narrow] = ['26rem', 'clamp(12rem, 34vw, 26rem)'];
  return `(min-width: 1600px) ${coverSize(image, '84rem', wide)}, (min-width: 1224px) ${coverSize(image, '73rem', wide)}, ${coverSize(image, '94vw', narrow)}`;
};

const PictureSection = ({ image }: SectionProps<'picture'>) =>
  image && (
    <div className="page">
      <Picture className={css.picture} image={image} sizes={pictureSizes(image)} hasPriority />
    </div>
  );

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
