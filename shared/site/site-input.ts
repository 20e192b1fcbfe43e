import { z } from 'zod';
import { findAnalyticsServiceIdIssue } from '../consent/analytics-services.ts';
import { Id, OptionalWebAddress, Picture } from '../input-fields.ts';
import { createRefinement } from '../input-issue.ts';
import { Localized } from '../localized.ts';
import { fontSizeLimitsEm, isFontSize } from './font-size.ts';
import { parseCssColour } from './parse-css-colour.ts';
import { FontOfTextRole, Logo } from './site-contract.ts';
import { technicalSheetLayouts } from './technical-sheet-layouts.ts';

/** A colour as CSS writes it, or the empty text for the default. It is read by `parseCssColour`. */
const Colour = z
  .string()
  .max(64)
  .superRefine(
    createRefinement((text) =>
      text === '' || parseCssColour(text)
        ? []
        : [{ path: [], message: `"${text}" is no colour such as "#5b2a3c" or "white"`, code: 'colour' }],
    ),
  );

const maxNameLength = 200;

const FontRoleInput = z
  .strictObject({ ...FontOfTextRole.shape, family: z.string().max(maxNameLength), colour: Colour })
  .superRefine(
    createRefinement(({ type, size }) => {
      if (isFontSize(type, size)) return [];
      const { min, max } = fontSizeLimitsEm[type];
      const message = `must be a size from ${min}em to ${max}em, such as "2em", "32px" or "200%"`;
      return [{ path: ['size'], message, code: 'font_size', values: { min, max } }];
    }),
  );

export const SiteInfoInput = z.strictObject({
  devUrl: OptionalWebAddress.default(''),
  prodUrl: OptionalWebAddress.default(''),
  server: OptionalWebAddress.default(''),
  url: OptionalWebAddress.default(''),
  fonts: z.array(FontRoleInput).max(3),
  isWinemaker: z.boolean(),
  isECommerce: z.boolean(),
  isBuilding: z.boolean().default(false),
  technicalFileModel: z.enum(technicalSheetLayouts).nullable().default(null),
  dashboardType: z.string().max(maxNameLength).nullable().default(null),
});
export type SiteInfoInput = z.infer<typeof SiteInfoInput>;

/** A theme as `GET /theme` returns it, but with fonts as families and the ids of their files. */
export const ThemeInput = z.strictObject({
  primary: Colour,
  accent: Colour,
  backgrounds: z.strictObject({ paper: Colour, raised: Colour, footer: Colour }),
  ink: Colour,
  menu: z.strictObject({ background: Colour, ink: Colour, current: Colour }),
  fonts: z.array(z.strictObject({ name: z.string().max(maxNameLength), files: z.array(Id).min(1).max(100) })).max(50),
});
export type ThemeInput = z.infer<typeof ThemeInput>;

export const LogoInput = z
  .strictObject({ id: Id, type: Logo.shape.type, image: Picture, alt: Localized })
  .meta({ examples: [{ id: 1, type: 'LOGO', image: 1, alt: 'Logo' }] });

/** The fields of an external application, without the check of its id. */
export const ExternalAppFields = z.strictObject({
  app: z.string().regex(/^[A-Z0-9_]{1,60}$/),
  /** The configuration of an external application that is sent to browsers. */
  public: z.record(z.string(), z.unknown()),
  /**
   * The secret configuration of an external application, which never leaves the API. If it is omitted, the stored one
   * is kept; null deletes it.
   */
  secret: z.record(z.string(), z.unknown()).nullable().optional(),
});

export const ExternalAppInput = ExternalAppFields.superRefine(
  createRefinement(({ app, public: config }) => {
    const message = findAnalyticsServiceIdIssue(app, config);
    return message ? [{ path: ['public', 'id'], message }] : [];
  }),
);
export type ExternalAppInput = z.infer<typeof ExternalAppInput>;
