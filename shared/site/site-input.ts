import { z } from 'zod';
import { findAnalyticsServiceIdIssue } from '../consent/analytics-services.ts';
import { Id } from '../input-fields.ts';
import { createRefinement } from '../input-issue.ts';
import { Localized } from '../localized.ts';
import { FontOfTextRole, Logo, Theme } from './site-contract.ts';

export const SiteInfoInput = z.strictObject({
  devUrl: z.string().default(''),
  prodUrl: z.string().default(''),
  server: z.string().default(''),
  url: z.string().default(''),
  fonts: z.array(FontOfTextRole),
  isWinemaker: z.boolean(),
  isECommerce: z.boolean(),
  isBuilding: z.boolean().default(false),
  technicalFileModel: z.string().nullable().default(null),
  dashboardType: z.string().nullable().default(null),
});
export type SiteInfoInput = z.infer<typeof SiteInfoInput>;

/** A theme as `GET /theme` returns it, but with fonts as families and the ids of their files. */
export const ThemeInput = z.strictObject({
  ...Theme.shape,
  fonts: z.array(z.strictObject({ name: z.string(), files: z.array(Id).min(1) })),
});
export type ThemeInput = z.infer<typeof ThemeInput>;

export const LogoInput = z.strictObject({ id: Id, type: Logo.shape.type, image: Id, alt: Localized });
export type LogoInput = z.infer<typeof LogoInput>;

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
