import type { FastifyBaseLogger } from 'fastify';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readFilesById, readImagesById } from '#server/api/media/media.ts';
import { findCountryByCode } from '#server/api/places/countries.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { fillLegalPlaceholders } from '#shared/site/legal-placeholders.ts';
import {
  isHtmlParameter,
  type ParameterKey,
  parameterDefinitions,
  parameterKeys,
  staffOnlyParameterKeys,
} from '#shared/site/parameter-definitions.ts';
import { findParameterIssue, readStoredParameter } from '#shared/site/parameter-input.ts';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';
import type { Language, Logo, Parameter, SiteInfo, Theme } from '#shared/site/site-contract.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import { pickLegalPlaceholderValues } from './legal-texts.ts';
import { hashSha256 } from './read-pages.ts';
import { readParameter } from './read-parameters.ts';
import { readPopupRules } from './read-popups.ts';
import {
  readExternalAppPublicIds,
  readFonts,
  readLogos,
  readParameters,
  readSiteInfoRow,
  readTheme,
} from './site-repository.ts';

type LocalizeText = (text: Localized | undefined) => string;

const labels = readTextsByLanguage<`${ParameterKey}.label`, string>(
  'admin-parameters',
  parameterKeys.map((key) => `${key}.label` as const),
);

interface ParameterReadContext {
  lang: Lang;
  pickLanguage: LocalizeText;
  /** The log in which stored values are reported that their definitions refuse. */
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Reads the public parameters. Those that only staff may see, and those that this version does not know, are left out.
 */
export async function readPublicParameters(
  tx: SiteTx,
  omitted: readonly ParameterKey[],
  { lang, pickLanguage, log }: ParameterReadContext,
): Promise<Parameter[]> {
  const rows = (await readParameters(tx, omitted)).filter(({ type }) => type in parameterDefinitions);
  const values = pickLegalPlaceholderValues(
    Object.fromEntries(rows.map(({ type, value }) => [type, readStoredParameter(type, value)])),
    pickLanguage,
  );
  const publicText = (type: ParameterKey, text: Localized): string =>
    isHtmlParameter(type) ? fillLegalPlaceholders(pickLanguage(text), values) : pickLanguage(text);
  return rows
    .filter(({ type }) => !staffOnlyParameterKeys.includes(type))
    .flatMap(({ id, type, value: stored }) => {
      const issue = findParameterIssue(type, stored);
      if (issue)
        log.warn(
          { code: 'parameter_invalid', siteId: tx.siteId, parameter: type, reason: issue.message },
          'stored parameter replaced',
        );
      const value = readStoredParameter(type, stored);
      if (value === undefined) return [];
      return [
        {
          id,
          type,
          kind: parameterDefinitions[type].kind,
          label: labels[lang][`${type}.label`],
          name: type,
          value: typeof value === 'number' || typeof value === 'boolean' ? value : publicText(type, value),
        },
      ];
    });
}

export async function readPublicSiteInfo(tx: SiteTx, site: SiteRecord): Promise<SiteInfo> {
  const [info, scripts, externalIds, popups] = await Promise.all([
    readSiteInfoRow(tx),
    readParameter(tx, 'SCRIPTS_TO_LOAD'),
    readExternalAppPublicIds(tx),
    readPopupRules(tx),
  ]);
  return {
    name: site.name,
    devUrl: info?.devUrl ?? '',
    prodUrl: info?.prodUrl ?? '',
    server: info?.server ?? '',
    url: info?.url ?? '',
    fonts: (info?.fonts ?? []).map((font) => ({ ...font, colour: toHex(font.colour) })),
    isWinemaker: info?.isWinemaker ?? true,
    isECommerce: info?.isECommerce ?? false,
    isBuilding: info?.isBuilding ?? false,
    technicalFileModel: info?.technicalFileModel ?? null,
    dashboardType: info?.dashboardType ?? null,
    defaultLang: site.defaultLang,
    timeZone: site.timeZone,
    scripts: scripts ? hashSha256(scripts) : '',
    externalIds,
    popups,
  };
}

export async function readThemeWithFonts(tx: SiteTx): Promise<Theme> {
  const [theme, fonts] = await Promise.all([readTheme(tx), readFonts(tx)]);
  if (!theme) throw new Error(`site ${tx.siteId} has no theme`);
  return resolveThemeFontFiles(tx, { ...theme, fonts });
}

/** Returns a colour as `#rrggbb` or `#rrggbbaa`; empty if it is none, so that its default applies. */
const toHex = (colour: string): string => parseCssColour(colour) ?? '';

const mapColours = <Colours extends Record<string, string>>(colours: Colours): Colours =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, toHex(colour)])) as Colours;

export async function resolveThemeFontFiles(tx: SiteTx, theme: ThemeInput): Promise<Theme> {
  const { primary, accent, backgrounds, ink, menu, fonts: families } = theme;
  const files = await readFilesById(
    tx,
    families.flatMap((family) => family.files),
  );
  const fonts = families.map((family) => ({
    name: family.name,
    files: family.files.map((id) => files.get(id)).filter((file) => file !== undefined),
  }));
  return {
    primary: toHex(primary),
    accent: toHex(accent),
    backgrounds: mapColours(backgrounds),
    ink: toHex(ink),
    fonts,
    menu: mapColours(menu),
  };
}

export async function readLogoList(tx: SiteTx, pickLanguage: LocalizeText): Promise<Logo[]> {
  const rows = await readLogos(tx);
  const images = await readImagesById(
    tx,
    rows.map(({ imageId }) => imageId),
    pickLanguage,
  );
  return rows.flatMap(({ id, type, imageId, alt }) => {
    const onlineImage = images.get(imageId);
    return onlineImage ? [{ id, filename: onlineImage.name, type, onlineImage, alt: pickLanguage(alt) }] : [];
  });
}

/**
 * Returns the site's languages, each with its name in the language itself, such as `Français`. The names of their
 * countries are in `lang`.
 */
export function listSiteLanguages(site: SiteRecord, lang: Lang): Language[] {
  return site.languages.flatMap((code) => {
    const { id, label, deeplCode, country: alphaTwo } = getLanguageRecord(code);
    const country = findCountryByCode(alphaTwo, lang);
    return country ? [{ id, code, label, deeplCode, country, isValid: true }] : [];
  });
}
