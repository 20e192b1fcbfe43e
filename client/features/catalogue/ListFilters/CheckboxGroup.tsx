import css from './ListFilters.module.css';

interface CheckboxGroupProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; count: number }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** Several may be chosen. Nothing to choose between, no field. */
export function CheckboxGroup({ legend, name, options, chosen, onToggle }: CheckboxGroupProps) {
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
  /** What to call the choice of nothing. */
  emptyLabel: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** One may be chosen. */
export function FilterSelect({ label, name, emptyLabel, options, chosen, onChoose }: FilterSelectProps) {
  if (options.length < 2 && chosen === '') return null;
  const known = chosen === '' || options.some(({ value }) => value === chosen);
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
        {!known && <option value={chosen}>{chosen}</option>}
      </select>
    </p>
  );
}
