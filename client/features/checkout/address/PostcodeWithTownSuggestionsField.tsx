import { type KeyboardEvent, useId, useState } from 'react';
import { abortableDelay } from '#client/core/abortable-delay.ts';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import { TextField } from '#client/ui/form/Field.tsx';
import type { City } from '#shared/places/places-contract.ts';
import css from '../Checkout.module.css';

interface TownFieldProps {
  label: string;
  value: string;
  isFrench: boolean;
  autoComplete: string;
  maxLength: number | undefined;
  error: string | undefined;
  hint?: string | undefined;
  onType: (value: string) => void;
  onChoose: (town: City) => void;
}

/** ISO 3166-1 numeric code of France, the only country for which the API knows towns. */
const franceNumericCode = 250;

const debounceMs = 150;
const minSearchLength = 2;
const maxTowns = 12;
const noTowns: readonly City[] = [];

/**
 * Loads the French towns that match the typed text. Errors are ignored, because the address fields can be filled in
 * without suggestions.
 */
function useFrenchTownSuggestions(text: string, isEnabled: boolean): readonly City[] {
  const search = text.trim();
  const load = async (signal: AbortSignal) => {
    await abortableDelay(debounceMs, signal);
    const params = { search, idCountry: franceNumericCode };
    const { cities } = await callApi('GET /cities/{search}/{idCountry}', { params, signal });
    return { search, towns: cities.slice(0, maxTowns) };
  };
  const { data } = useQuery(isEnabled && search.length >= minSearchLength ? load : null, [search, isEnabled]);
  return data?.search === search ? data.towns : noTowns;
}

/** Field for a postcode or the beginning of a town's name, with suggestions for France (ARIA combobox pattern). */
export function PostcodeWithTownSuggestionsField({ value, isFrench, onType, onChoose, ...field }: TownFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const towns = useFrenchTownSuggestions(value, isFrench && isOpen);
  const isListShown = isOpen && towns.length > 0;
  const choose = (town: City) => {
    onChoose(town);
    setOpen(false);
    setActiveIndex(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const town = towns[activeIndex];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (towns.length > 0) setActiveIndex((activeIndex + step + towns.length) % towns.length);
    } else if (event.key === 'Enter' && isListShown && town) {
      event.preventDefault();
      choose(town);
    } else if (event.key === 'Escape' && isListShown) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div className={css.town}>
      <TextField
        {...field}
        value={value}
        {...(isFrench && {
          role: 'combobox',
          'aria-expanded': isListShown,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': isListShown && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined,
        })}
        onChange={({ target }) => {
          onType(target.value);
          setOpen(true);
          setActiveIndex(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isFrench && (
        <TownList id={id} towns={towns} activeIndex={activeIndex} isHidden={!isListShown} onChoose={choose} />
      )}
    </div>
  );
}

interface TownListProps {
  /** Prefix of the element ids of the suggestion list and its options. */
  id: string;
  towns: readonly City[];
  activeIndex: number;
  isHidden: boolean;
  onChoose: (town: City) => void;
}

function TownList({ id, towns, activeIndex, isHidden, onChoose }: TownListProps) {
  const { t } = useTexts();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('checkout.town.list')} className={css.towns} hidden={isHidden}>
      {towns.map((town, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard, as in the combobox pattern
        <div
          key={town.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          // The focus stays in the text field, because its blur event would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(town)}
        >
          <span>{town.postalCode}</span> {town.name}
        </div>
      ))}
    </div>
  );
}
