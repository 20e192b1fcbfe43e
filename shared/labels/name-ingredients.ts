import type { IngredientCode } from './e-label-input.ts';
import type { ELabelTerms } from './e-label-languages.ts';

/**
 * An ingredient in one language. An additive has a functional class and, except sulphites, its E number as its name.
 */
export interface NamedIngredient {
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
