import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import type { City } from '#shared/places/places-contract.ts';
import css from '../Checkout.module.css';
import { useFrenchTownSuggestions } from './use-french-town-suggestions.ts';

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
