import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { Image } from '../media/image.ts';
import { externalLinkPattern, internalLinkPattern } from './link-target.ts';

const href = z.string().regex(new RegExp(`${internalLinkPattern.source}|${externalLinkPattern.source}`), {
  error: 'must begin with one /, https://, http://, mailto: or tel:',
});

const coordinates = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) };

/**
 * Creates the schemas of the fields of each kind of section. Text and picture schemas are parameters, because their
 * representation differs between a site's files, the database and the wire. All schemas reject unknown fields.
 */
export function createSectionSchemas<Text extends z.ZodType, Picture extends z.ZodType>(text: Text, picture: Picture) {
  const title = z.optional(text);
  const note = z.optional(text);
  const image = z.optional(picture);
  const paragraphs = z.array(text).min(1);
  const listOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape)).min(1);
  return {
    /** The first section of a page, with a picture over the full width. */
    hero: z.strictObject({ title, subtitle: z.optional(text), image, tall: z.optional(z.boolean()) }),
    /** The first section of a page, without a picture. */
    heading: z.strictObject({ title, text: z.optional(text) }),
    text: z.strictObject({ title, paragraphs, image, note }),
    welcome: z.strictObject({ title, paragraphs, signature: z.optional(text), image }),
    gallery: z.strictObject({ title, images: z.array(picture).min(1), note }),
    timeline: z.strictObject({ title, steps: listOf({ year: text, title: text, text }), note }),
    figures: z.strictObject({ title, figures: listOf({ value: text, label: text }), image, note }),
    people: z.strictObject({ title, people: listOf({ name: text, role: text, text }), note }),
    services: z.strictObject({ title, items: listOf({ label: text, text }), note }),
    prices: z.strictObject({ title, items: listOf({ label: text, price: text }), note }),
    rules: z.strictObject({ title, items: z.array(text).min(1), note }),
    /** A section that shows at most three products: those with the ids in `products`, or by default promoted ones. */
    products: z.strictObject({ title, products: z.optional(z.array(Id)) }),
    news: z.strictObject({ title }),
    /** A section that shows the average and the newest reviews of the estate. */
    reviews: z.strictObject({ title }),
    landscape: z.strictObject({ image: picture, caption: z.optional(text) }),
    picture: z.strictObject({ image: picture }),
    /** A section that shows the estate's main address with the opening hours of the current day. */
    hours: z.strictObject({
      title,
      paragraphs: z.optional(z.array(text)),
      link: z.optional(z.strictObject({ label: z.optional(text), url: href })),
      image,
    }),
    map: z.strictObject({
      title,
      paragraphs: z.optional(z.array(text)),
      position: z.strictObject({ ...coordinates, label: z.optional(text) }),
      image,
      note,
    }),
    contact: z.strictObject({}),
    /** A section with all addresses of the estate and their opening hours. */
    addresses: z.strictObject({}),
    /** A section with the form of this id, by default the contact form. */
    form: z.strictObject({ title, form: z.optional(Id) }),
  };
}

/** Schemas of sections in the database, where texts are in all languages and pictures are ids. */
export const sectionInputSchemas = createSectionSchemas(Localized, z.strictObject({ image: Id }));

/**
 * Schemas of sections in API responses, where texts are in one language and a picture that no longer exists is null.
 */
export const publicSectionSchemas = createSectionSchemas(z.string(), Image.nullable());

/** The kinds of sections with configuration fields, which are all but `html`. */
export type SectionKindWithConfig = keyof typeof publicSectionSchemas;
export type SectionKind = SectionKindWithConfig | 'html';

type Fields<Picture> = ReturnType<typeof createSectionSchemas<z.ZodString, z.ZodType<Picture>>>;

export type SectionConfigs<Picture = Image | null> = {
  [K in SectionKindWithConfig]: z.output<Fields<Picture>[K]>;
};

export const sectionKindsWithConfig = Object.keys(publicSectionSchemas) as SectionKindWithConfig[];

export const isSectionKindWithConfig = (kind: string): kind is SectionKindWithConfig =>
  Object.hasOwn(publicSectionSchemas, kind);

/**
 * The kinds of sections that contain the page's only `<h1>`, so that only the first section of a page can be of these
 * kinds.
 */
export const pageTitleSectionKinds: readonly SectionKind[] = ['hero', 'heading'] satisfies SectionKind[];
