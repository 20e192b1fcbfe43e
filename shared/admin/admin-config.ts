import type { StaffRole } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';

export interface AdminConfig {
  siteName: string;
  /**
   * The role of the user, which determines the entries of the menu. The API checks the caller's role at each call
   * again.
   */
  role: StaffRole;
  /** The language of the panel, which is that of the host. */
  lang: Lang;
  /** The languages of the site, the default one first. */
  languages: readonly [Lang, ...Lang[]];
  timeZone: string;
  /** The URLs of the panel in the site's languages. */
  alternates: readonly { lang: Lang; href: string }[];
}

export const adminConfigElementId = 'admin-config';

export const adminPath = '/admin';
