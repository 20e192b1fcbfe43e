import type { MouseEvent } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { formatVolume, getBottleFormatName } from '#client/features/catalogue/format-label.ts';
import type { VariantChoice, VariantChoiceByVariations } from '#client/features/catalogue/product-choice.ts';
import type { LabelsById } from './meal-icon-and-variation-labels.ts';
import css from './ProductChoices.module.css';
import type { ProductView } from './product-view.ts';

interface ProductChoicesProps {
  product: ProductView;
  /** Current labels of variations by id, which replace the labels in the cached page. */
  variationLabels: LabelsById;
}

/** Shows vintages, formats and variations of a product as links, because each variant has its own URL. */
export function ProductChoices({ product, variationLabels }: ProductChoicesProps) {
  const { vintages, formats, variations, kind, chosen } = product;
  const texts = useTexts();
  const { t } = texts;
  const isWine = kind !== 'juice' && kind !== 'cognac' && kind !== 'pineau';
  const format = (centilitres: number) => ({
    label: formatVolume(centilitres, texts),
    note: isWine ? getBottleFormatName(centilitres, texts) : '',
  });
  return (
    <>
      <ChoiceRow
        title={t('product.choice.vintage')}
        choices={vintages}
        label={({ value }) => ({ label: String(value) })}
      />
      <ChoiceRow title={t('product.choice.format')} choices={formats} label={({ value }) => format(value)} />
      {formats.length === 1 && chosen.centilitres !== null && (
        <p className={css.only}>
          <span className={css.title}>{t('product.choice.format')}</span>
          <span>{[format(chosen.centilitres).note, format(chosen.centilitres).label].filter(Boolean).join(' · ')}</span>
        </p>
      )}
      <ChoiceRow
        title={t('product.choice.variation')}
        choices={variations}
        label={(choice) => ({ label: describeVariation(choice, variationLabels) || t('product.choice.plain') })}
      />
    </>
  );
}

/**
 * Returns the labels of a choice in the current language. If one of the labels is unknown, returns the text that the
 * page contains.
 */
function describeVariation({ label, variationIds }: VariantChoiceByVariations, labels: LabelsById): string {
  const current = variationIds.map((id) => labels.get(id));
  return current.every((one) => one !== undefined) ? current.join(', ') : label;
}

interface ChoiceRowProps<C extends VariantChoice> {
  title: string;
  choices: readonly C[];
  label: (choice: C) => { label: string; note?: string };
}

function ChoiceRow<C extends VariantChoice>({ title, choices, label }: ChoiceRowProps<C>) {
  const navigate = useNavigate();
  if (choices.length < 2) return null;

  // The scroll position is kept when another variant of the same product is chosen.
  const navigateInPlace = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(event.currentTarget.pathname + event.currentTarget.search, { preventScrollReset: true });
  };

  return (
    <nav className={css.row} aria-label={title}>
      <p className={css.title} aria-hidden="true">
        {title}
      </p>
      <ul>
        {choices.map((choice) => {
          const { label: text, note } = label(choice);
          return (
            <li key={choice.value}>
              <a href={choice.href} aria-current={choice.isCurrent ? 'true' : undefined} onClick={navigateInPlace}>
                <span>{text}</span>
                {note && <small>{note}</small>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
