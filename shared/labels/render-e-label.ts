import { escapeHtml } from '../escape-html.ts';
import type { Lang } from '../languages.ts';
import { resolveLocalized } from '../localized.ts';
import type { ELabelNutrition, ingredientCodes } from './e-label-input.ts';
import {
  type ELabelLanguage,
  type ELabelTerms,
  eLabelLanguages,
  getELabelTerms,
  toSiteLanguage,
} from './e-label-languages.ts';
import type { ELabel } from './labels-contract.ts';

type IngredientCode = (typeof ingredientCodes)[number];

/** The content of the label's only `<style>`, whose hash its Content-Security-Policy contains. */
export const eLabelStyle =
  'body{margin:0;background:#fff;color:#1c1b16;font:1.0625rem/1.5 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}' +
  'h2{font-size:1.0625rem;margin:2rem 0 .5rem}p{margin:0}strong{text-transform:uppercase;letter-spacing:.02em}' +
  'table{width:100%;border-collapse:collapse}caption{text-align:left;padding-bottom:.25rem}' +
  'th,td{border-top:1px solid #8a867a;padding:.4rem 0;text-align:left;font-weight:400;vertical-align:top}' +
  'td{text-align:right;white-space:nowrap;padding-left:1rem;font-variant-numeric:tabular-nums}th.part{padding-left:1.25rem}' +
  'nav{margin-top:2.5rem;border-top:1px solid #8a867a;padding-top:.5rem}' +
  'ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0;list-style:none}' +
  'nav a{display:inline-block;padding:.6rem 0;color:inherit}nav a[aria-current]{font-weight:700;text-decoration:none}' +
  'a:focus-visible{outline:2px solid currentcolor;outline-offset:2px}';

interface ELabelDocument {
  label: ELabel;
  language: ELabelLanguage;
  /** Default language of the site, for names that are not translated. */
  siteLang: Lang;
  /**
   * The nonce of the style sheet of a preview, which is shown in a frame under the policy of the admin panel. A preview
   * has no links to other languages, because such links would open the stored label.
   */
  previewNonce?: string;
}

/**
 * Renders the page of an electronic label. The page contains neither scripts nor marketing nor links to the shop, as
 * regulation (EU) 1308/2013, article 119(5), demands.
 */
export function renderELabel({ label, language, siteLang, previewNonce }: ELabelDocument): string {
  const terms = getELabelTerms(language);
  const name = escapeHtml(resolveLocalized(label.name, toSiteLanguage(language, siteLang), siteLang));
  const title = label.vintage === null ? name : `${name} ${label.vintage}`;
  const isPreview = previewNonce !== undefined;
  const nonce = isPreview ? ` nonce="${escapeHtml(previewNonce)}"` : '';
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">` +
    `<title>${title} – ${terms.ingredients}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style${nonce}>${eLabelStyle}</style></head><body><main><h1>${title}</h1><p>${format.format(label.alcohol)}&nbsp;% vol</p>` +
    `<h2>${terms.ingredients}</h2><p>${renderIngredients(label, terms)}</p>` +
    `<h2>${terms.nutrition}</h2>${renderNutrition(label.nutrition, terms, format)}` +
    `${isPreview ? '' : renderLanguageLinks(label.id, language, terms)}</main></body></html>`
  );
}

/**
 * An ingredient in one language. An additive has a functional class and, except sulphites, its E number as its name.
 */
interface NamedIngredient {
  /** The functional class, such as `stabiliser`; empty for ingredients that are not additives. */
  className: string;
  name: string;
  /** True if the name must be emphasised (regulation (EU) 1169/2011, article 21). */
  isAllergen: boolean;
}

type Term = keyof ELabelTerms;

const plainIngredients = ['grapes', 'grapeMust', 'sucrose', 'protectiveAtmosphere'] as const satisfies readonly Term[];
const allergens = ['egg', 'milk'] as const satisfies readonly Term[];
const additives: Partial<Record<IngredientCode, { term: Term; number: string }>> = {
  tartaricAcid: { term: 'acidityRegulator', number: 'E 334' },
  citricAcid: { term: 'acidityRegulator', number: 'E 330' },
  ascorbicAcid: { term: 'antioxidant', number: 'E 300' },
  metatartaricAcid: { term: 'stabiliser', number: 'E 353' },
  gumArabic: { term: 'stabiliser', number: 'E 414' },
  carboxymethylcellulose: { term: 'stabiliser', number: 'E 466' },
  potassiumSorbate: { term: 'preservative', number: 'E 202' },
};

export const nameIngredients = (codes: readonly IngredientCode[], terms: ELabelTerms): NamedIngredient[] =>
  codes.map((code) => nameIngredient(code, terms));

function nameIngredient(code: IngredientCode, terms: ELabelTerms): NamedIngredient {
  const additive = additives[code];
  if (additive)
    return { className: terms[additive.term], name: additive.number.replace(' ', '\u00a0'), isAllergen: false };
  if (code === 'sulphites') return { className: terms.preservative, name: terms.sulphites, isAllergen: true };
  const allergen = allergens.find((each) => each === code);
  if (allergen) return { className: '', name: terms[allergen], isAllergen: true };
  const plain = plainIngredients.find((each) => each === code);
  // The name of the spirit Cognac is protected and the same in all languages.
  return { className: '', name: plain ? terms[plain] : 'Cognac', isAllergen: false };
}

const renderIngredients = ({ ingredients }: ELabel, terms: ELabelTerms): string =>
  nameIngredients(ingredients, terms)
    .map(({ className, name, isAllergen }) => {
      const written = isAllergen ? `<strong>${name}</strong>` : name;
      return className ? `${className} (${written})` : written;
    })
    .join(', ');

const nutrients = [
  ['fat', false],
  ['saturatedFat', true],
  ['carbohydrate', false],
  ['sugars', true],
  ['protein', false],
  ['salt', false],
] as const;

/** Renders the nutrition declaration in the order of regulation (EU) 1169/2011, annex XV. */
function renderNutrition(nutrition: ELabelNutrition, terms: ELabelTerms, { format }: Intl.NumberFormat): string {
  const row = (label: string, value: string, isPart: boolean) =>
    `<tr><th scope="row"${isPart ? ' class="part"' : ''}>${label}</th><td>${value}</td></tr>`;
  const { energyKj, energyKcal } = nutrition;
  const energy = `${format(energyKj)}&nbsp;kJ / ${format(energyKcal)}&nbsp;kcal`;
  const rows = nutrients.map(([field, isPart]) => row(terms[field], `${format(nutrition[field])}&nbsp;g`, isPart));
  return (
    `<table><caption>${terms.per}</caption><tbody>${row(terms.energy, energy, false)}` +
    `${rows.join('')}</tbody></table>`
  );
}

/** The language is chosen by links, because a cached page cannot depend on the browser's preferences. */
function renderLanguageLinks(id: number, current: ELabelLanguage, terms: ELabelTerms): string {
  const links = eLabelLanguages.map((language) => {
    const attributes = language === current ? ' aria-current="page"' : '';
    const { name } = getELabelTerms(language);
    return `<li><a href="/e/${id}/${language}" lang="${language}" hreflang="${language}"${attributes}>${name}</a></li>`;
  });
  return `<nav aria-label="${terms.language}"><ul>${links.join('')}</ul></nav>`;
}
