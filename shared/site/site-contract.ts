import { z } from 'zod';
import { defineContract, IdParam } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { Image } from '../media/image.ts';
import { PopupRules, popupEndpoints } from './popup-contract.ts';
import {
  publicSectionSchemas,
  type SectionConfigs,
  type SectionKindWithConfig,
  sectionKindsWithConfig,
} from './sections.ts';

export const Parameter = z.object({
  id: z.int(),
  type: z.string(),
  kind: z.enum(['STRING', 'BOOLEAN', 'NUMBER', 'TEXT', 'LINK']),
  label: z.string(),
  /** The same value as `type`, because the specification requires both names. */
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
});
export type Parameter = z.infer<typeof Parameter>;

export const FontOfTextRole = z.object({
  type: z.enum(['TITLE', 'CONTENT', 'MENU']),
  family: z.string(),
  colour: z.string(),
  /** The font size as a CSS length in em, rem, px or %, such as `2em`. */
  size: z.string(),
  weight: z.int().min(1).max(1_000),
  style: z.enum(['normal', 'italic']),
});

export const SiteInfo = z.object({
  name: z.string(),
  devUrl: z.string(),
  prodUrl: z.string(),
  server: z.string(),
  url: z.string(),
  fonts: z.array(FontOfTextRole),
  isWinemaker: z.boolean(),
  isECommerce: z.boolean(),
  isBuilding: z.boolean(),
  technicalFileModel: z.string().nullable(),
  dashboardType: z.string().nullable(),
  defaultLang: z.enum(languages),
  timeZone: z.string(),
  /**
   * SHA-256 in hex of the estate's script that every page loads as `/scripts/<hash>.js`; empty without a script. The
   * code itself is not part of the response.
   */
  scripts: z.string(),
  /**
   * The `id` in the public configuration of each external application, by application. Applications without an id are
   * left out.
   */
  externalIds: z.record(z.string(), z.string()),
  /** The rules of the site's popups, those that ask for the age first. */
  popups: z.array(PopupRules),
});
export type SiteInfo = z.infer<typeof SiteInfo>;

const MenuColours = z.object({ background: z.string(), ink: z.string(), current: z.string() });

/** The theme of a site. Colours are `#rrggbb`, or `#rrggbbaa` where transparency makes sense. */
export const Theme = z.object({
  primary: z.string(),
  accent: z.string(),
  backgrounds: z.object({ paper: z.string(), raised: z.string(), footer: z.string() }),
  ink: z.string(),
  fonts: z.array(
    z.object({
      name: z.string(),
      /**
       * A font file. `url` is `/file/…` on the site's own origin; weight and style are inferred from the file's name.
       */
      files: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  ),
  menu: MenuColours,
});
export type Theme = z.infer<typeof Theme>;

export const Logo = z.object({
  id: z.int(),
  filename: z.string(),
  type: z.enum(['LOGO', 'LOGO_FOOTER', 'LOGO_LIGHT_THEME', 'LOGO_DARK_THEME', 'LOGO_FAVICON']),
  /** The image of the logo. For an SVG, its `url` is the file itself at `/file/…`. */
  onlineImage: Image,
  alt: z.string(),
});
export type Logo = z.infer<typeof Logo>;

export const Language = z.object({
  id: z.int(),
  code: z.enum(languages),
  label: z.string(),
  deeplCode: z.string(),
  country: z.object({
    id: z.int(),
    alphaTwo: z.string(),
    alphaThree: z.string(),
    numCode: z.string(),
    name: z.string(),
  }),
  isValid: z.boolean(),
});
export type Language = z.infer<typeof Language>;

const pageEntry = {
  id: z.int(),
  /** The entry's segment of the URL path, which is ignored for kinds with a fixed path, such as the home page. */
  url: z.string(),
  menuTitle: z.string(),
  title: z.string(),
  metaDescription: z.string(),
  order: z.int(),
  parent: z.int().nullable(),
  showInMenu: z.boolean(),
  /** True for a heading in the menu that has no page. */
  isText: z.boolean(),
  /** The kind of page, one of `pageEntryKinds`. The storefront responds with 500 to an unknown kind. */
  type: z.string(),
  /** The list that an entry of kind ELEMENTS shows, as in `GET /element/{route}`. */
  elementRoute: z.string().optional(),
  /**
   * If `isCmsPage` is true, the page consists of its sections. `route` replaces the whole URL path, unless it is empty
   * or the kind has a fixed path.
   */
  cms: z.object({ isCmsPage: z.boolean(), route: z.string() }),
  /** The id of the page whose sections the entry shows (`GET /page/{id}`). */
  page: z.int().nullable(),
  /**
   * A link instead of a page: INTERNAL and EXTERNAL link to `url`; SCRIPT runs `jsCode`, which is served as
   * `/scripts/<script>.js`.
   */
  link: z.object({
    type: z.enum(['NONE', 'INTERNAL', 'EXTERNAL', 'SCRIPT']),
    url: z.string(),
    /** SHA-256 of `jsCode` in hex, or empty. The code itself is not part of the response. */
    script: z.string(),
  }),
};

export interface PageEntry extends z.infer<z.ZodObject<typeof pageEntry>> {
  children: PageEntry[];
}
export const PageEntry: z.ZodType<PageEntry> = z.object({
  ...pageEntry,
  get children() {
    return z.array(PageEntry);
  },
}) as z.ZodType<PageEntry>;

const HtmlSection = z.object({
  id: z.int(),
  kind: z.literal('html'),
  /** The content of the section as sanitised HTML. */
  html: z.string(),
  component: z.null(),
  config: z.null(),
  /** SHA-256 of `html` in hex. */
  hash: z.string(),
});

/**
 * A section with configuration fields. `component` is its kind, which is also the slug in `/component/conf/{slug}`;
 * `hash` is empty.
 */
export type PublicSectionWithConfig = {
  [K in SectionKindWithConfig]: {
    id: number;
    kind: 'component';
    html: null;
    component: K;
    config: SectionConfigs[K];
    hash: string;
  };
}[SectionKindWithConfig];
export const PublicSectionWithConfig = z.union(
  sectionKindsWithConfig.map((kind) =>
    z.object({
      id: z.int(),
      kind: z.literal('component'),
      html: z.null(),
      component: z.literal(kind),
      config: publicSectionSchemas[kind],
      hash: z.string(),
    }),
  ),
) as unknown as z.ZodType<PublicSectionWithConfig>;

export const PublicSection = z.union([HtmlSection, PublicSectionWithConfig]);
export type PublicSection = z.infer<typeof PublicSection>;

export const Page = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  image: Image.nullable(),
  layouts: z.array(PublicSection),
});
export type Page = z.infer<typeof Page>;

export const siteContract = defineContract({
  ...popupEndpoints,
  'GET /parameter': {
    summary:
      'The site’s parameters; one of them with `type`, and all but the legal and other long texts with `texts=false`',
    query: z.strictObject({ type: z.string().max(60).optional(), texts: z.enum(['true', 'false']).optional() }),
    data: z.object({ parameters: z.array(Parameter) }),
  },
  'GET /site/info': { summary: 'What the site is', data: z.object({ site: SiteInfo }) },
  'GET /site/visit/{id}': {
    summary: 'Logs a visit that came from `id` (the value of the `from` parameter)',
    hasSideEffect: true,
    params: z.object({ id: z.string().min(1).max(100) }),
    data: z.object({}),
  },
  'GET /theme': { summary: 'Colours and fonts', data: z.object({ theme: Theme }) },
  'GET /logo': { summary: 'The estate’s logos', data: z.object({ logos: z.array(Logo) }) },
  'GET /language': { summary: 'The site’s languages', data: z.object({ languages: z.array(Language) }) },
  'GET /page/tree': {
    summary: 'The page tree in the caller’s language',
    data: z.object({ pages: z.array(PageEntry) }),
  },
  'GET /page/{id}': {
    summary: 'A page with its sections',
    params: z.object({ id: IdParam }),
    data: z.object({ page: Page }),
    refusals: { not_found: 404 },
  },
  'GET /component/conf/{slug}': {
    summary: 'Fields of the first section of a kind: the home page’s before those of other pages by id',
    params: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,60}$/) }),
    data: z.object({ slug: z.string(), config: z.record(z.string(), z.unknown()) }),
    refusals: { not_found: 404 },
  },
  'GET /external-app/{app}/config/public': {
    summary: 'The public configuration of an external application; never a secret',
    params: z.object({ app: z.string().regex(/^[A-Z0-9_]{1,60}$/) }),
    data: z.object({ app: z.string(), config: z.record(z.string(), z.unknown()) }),
    refusals: { not_found: 404 },
  },
});
