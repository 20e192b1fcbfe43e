import { useTexts } from '#client/core/app-context.tsx';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { choiceFilterNames } from '#shared/catalogue/product-filter-values-by-field.ts';
import { createPriceRanges } from '../create-price-ranges.ts';
import { formatFilterValueLabel, formatPriceRangeLabel, formatVolume } from '../format-label.ts';
import { formatPriceRangeParameter, type PriceRange, type ProductListState } from '../product-list-state.ts';
import css from './ListFilters.module.css';

interface FilterFieldsProps {
  draft: ProductListState;
  facets: ProductFacets;
  choose: (chosen: Partial<ProductListState>) => void;
  type: (name: string) => void;
}

const toggled = <T extends string>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

/** Returns the offered price ranges, and the chosen range as well if the URL contains one that is not offered. */
function offeredRanges({ price }: ProductFacets, chosen: PriceRange | null): PriceRange[] {
  const ranges = price ? createPriceRanges(price.min, price.max) : [];
  const isOffered =
    !chosen || ranges.some((range) => formatPriceRangeParameter(range) === formatPriceRangeParameter(chosen));
  return isOffered ? ranges : [...ranges, chosen];
}

/** Shows the filters of a product list. Filters that offer fewer than two values are hidden. */
export function FilterFields(props: FilterFieldsProps) {
  const { draft, facets, choose } = props;
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      {choiceFilterNames.map((filter) => (
        <CheckboxGroup
          key={filter}
          legend={t(`catalogue.list.${filter}`)}
          name={filter}
          options={facets.choices[filter].map(({ value, count }) => ({
            value,
            label: formatFilterValueLabel(filter, value, texts),
            count,
          }))}
          chosen={draft.choices[filter]}
          onToggle={(value) =>
            choose({ choices: { ...draft.choices, [filter]: toggled(draft.choices[filter], value) } })
          }
        />
      ))}
      <VariantFilters {...props} />
      <CheckboxGroup
        legend={t('catalogue.list.tags')}
        name="tags"
        options={facets.tags.map(({ slug, label, count }) => ({ value: slug, label, count }))}
        chosen={draft.tags}
        onToggle={(tag) => choose({ tags: toggled(draft.tags, tag).sort() })}
      />
    </>
  );
}

/**
 * Shows the filters for year, bottle size and price, all of which one variant of a product must match, and for the
 * name.
 */
function VariantFilters({ draft, facets, choose, type }: FilterFieldsProps) {
  const texts = useTexts();
  const { t } = texts;
  const numberOf = (text: string) => (text === '' ? null : Number(text));
  const ranges = offeredRanges(facets, draft.price);
  return (
    <div className={css.choices}>
      <FilterSelect
        label={t('catalogue.list.year')}
        name="year"
        emptyLabel={t('catalogue.list.any-year')}
        options={facets.years.map(({ year }) => ({ value: String(year), label: String(year) }))}
        chosen={String(draft.year ?? '')}
        onChoose={(year) => choose({ year: numberOf(year) })}
      />
      <FilterSelect
        label={t('catalogue.list.capacity')}
        name="capacity"
        emptyLabel={t('catalogue.list.any-capacity')}
        options={facets.capacities.map(({ capacity }) => ({
          value: String(capacity),
          label: formatVolume(capacity, texts),
        }))}
        chosen={String(draft.capacity ?? '')}
        onChoose={(capacity) => choose({ capacity: numberOf(capacity) })}
      />
      <FilterSelect
        label={t('catalogue.list.price')}
        name="price"
        emptyLabel={t('catalogue.list.any-price')}
        options={ranges.map((range) => ({
          value: formatPriceRangeParameter(range),
          label: formatPriceRangeLabel(range, texts),
        }))}
        chosen={draft.price ? formatPriceRangeParameter(draft.price) : ''}
        onChoose={(price) =>
          choose({ price: ranges.find((range) => formatPriceRangeParameter(range) === price) ?? null })
        }
      />
      <NameFilter name={draft.name} onType={type} />
    </div>
  );
}

function NameFilter({ name, onType }: { name: string; onType: (name: string) => void }) {
  const { t } = useTexts();
  return (
    <p className={css.field}>
      <label htmlFor="list-name">{t('catalogue.list.name')}</label>
      <input
        id="list-name"
        name="name"
        type="search"
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={({ target }) => onType(target.value)}
      />
    </p>
  );
}

interface CheckboxGroupProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; count: number }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** Filter of a product list from which several values can be chosen. It is hidden if it offers fewer than two. */
function CheckboxGroup({ legend, name, options, chosen, onToggle }: CheckboxGroupProps) {
  if (options.length < 2) return null;
  return (
    <fieldset className={css.checks}>
      <legend>{legend}</legend>
      {options.map(({ value, label, count }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          <span>{label}</span>
          <span className={css.count}>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FilterSelectProps {
  label: string;
  name: string;
  /** Label of the option that removes the filter. */
  emptyLabel: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/**
 * Filter of a product list from which one value can be chosen. It is hidden if there is nothing to choose or remove.
 */
function FilterSelect({ label, name, emptyLabel, options, chosen, onChoose }: FilterSelectProps) {
  if (options.length < 2 && chosen === '') return null;
  const isOffered = chosen === '' || options.some(({ value }) => value === chosen);
  return (
    <p className={css.field}>
      <label htmlFor={`list-${name}`}>{label}</label>
      <select id={`list-${name}`} name={name} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{emptyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {!isOffered && <option value={chosen}>{chosen}</option>}
      </select>
    </p>
  );
}
