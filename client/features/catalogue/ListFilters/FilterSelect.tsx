import css from './ListFilters.module.css';

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
export function FilterSelect({ label, name, emptyLabel, options, chosen, onChoose }: FilterSelectProps) {
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
