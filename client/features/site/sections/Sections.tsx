import { useTexts } from '#client/core/app-context.tsx';
import { mapAddress } from '#client/core/map-address.ts';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import css from './Sections.module.css';
import type { Section } from './section-view.ts';

/** The configured parts of a page, one below the other. */
export const Sections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map((section) => (
    <section key={section.id} className={css.section} data-form={section.form}>
      <div className="page">
        {section.title && <h2 className={css.title}>{section.title}</h2>}
        <Body section={section} />
        {section.note && <p className={css.note}>{section.note}</p>}
      </div>
    </section>
  ));

function Body({ section }: { section: Section }) {
  switch (section.form) {
    case 'timeline':
      return <Timeline steps={section.steps} />;
    case 'figures':
      return <Figures {...section} />;
    case 'people':
      return <People persons={section.persons} />;
    case 'pictures':
      return <PictureGallery pictures={section.pictures} />;
    case 'services':
      return <Services items={section.items} />;
    case 'prices':
      return <Prices items={section.items} />;
    case 'rules':
      return <Rules items={section.items} />;
    case 'words':
      return <Words {...section} />;
  }
}

type Of<Form extends Section['form']> = Extract<Section, { form: Form }>;

const Timeline = ({ steps }: Pick<Of<'timeline'>, 'steps'>) => (
  <ol className={css.timeline}>
    {steps.map(({ year, title, text }) => (
      <li key={year + title}>
        <p className={css.year}>{year}</p>
        <div>
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

const Figures = ({ figures, picture }: Pick<Of<'figures'>, 'figures' | 'picture'>) => (
  <div className={css.figures} data-alone={picture === null || undefined}>
    <dl>
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {picture && (
      <Picture className={css.picture} image={picture} sizes="(min-width: 960px) 40vw, 100vw" widest={1440} />
    )}
  </div>
);

const People = ({ persons }: Pick<Of<'people'>, 'persons'>) => (
  <ul className={css.people}>
    {persons.map(({ name, role, text }) => (
      <li key={name}>
        <h3>{name}</h3>
        <p className={css.role}>{role}</p>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);

const Services = ({ items }: Pick<Of<'services'>, 'items'>) => (
  <dl className={css.services}>
    {items.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

const Prices = ({ items }: Pick<Of<'prices'>, 'items'>) => (
  <dl className={css.prices}>
    {items.map(({ label, price }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{price}</dd>
      </div>
    ))}
  </dl>
);

const Rules = ({ items }: Pick<Of<'rules'>, 'items'>) => (
  <ul className={css.rules}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

function Words({ paragraphs, picture, position }: Pick<Of<'words'>, 'paragraphs' | 'picture' | 'position'>) {
  const { t } = useTexts();
  return (
    <div className={css.words} data-alone={picture === null || undefined}>
      <div>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {position && (
          <p>
            {position.label}
            <br />
            <a href={mapAddress(position)} rel="noopener">
              {t('places.directions')}
            </a>
          </p>
        )}
      </div>
      {picture && (
        <Picture className={css.picture} image={picture} sizes="(min-width: 960px) 40vw, 100vw" widest={1440} />
      )}
    </div>
  );
}
