import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { TextField } from '#client/ui/form/Field.tsx';
import type { City } from '#shared/places/places-contract.ts';
import css from '../Checkout.module.css';

/** ISO 3166-1 numeric of France, where towns are known. */
const franceNumericCode = 250;

/** The towns that begin with what is typed, a moment after the last key. */
function useTowns(search: string, isWanted: boolean): readonly City[] {
  const [towns, setTowns] = useState<readonly City[]>([]);
  useEffect(() => {
    setTowns([]);
    const asked = search.trim();
    if (!isWanted || asked.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi('GET /cities/{search}/{idCountry}', {
        params: { search: asked, idCountry: franceNumericCode },
        signal: stop.signal,
      })
        .then(({ cities }) => setTowns(cities.slice(0, 12)))
        .catch((error: unknown) => {
          // Without suggestions the fields are filled in by hand.
          if (!stop.signal.aborted && !(error instanceof CallFailure)) throw error;
        });
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, isWanted]);
  return towns;
}

interface TownFieldProps {
  label: string;
  value: string;
  /** Whether it lies in France. */
  isFrench: boolean;
  autoComplete: string;
  maxLength: number | undefined;
  error: string | undefined;
  hint?: string | undefined;
  onType: (value: string) => void;
  onChoose: (town: City) => void;
}

/** A postcode or the beginning of a town: French towns are offered below, and chosen by key, mouse or finger. */
export function TownField({ value, isFrench, onType, onChoose, ...field }: TownFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const towns = useTowns(value, isFrench && open);
  const isShown = open && towns.length > 0;
  const choose = (town: City) => {
    onChoose(town);
    setOpen(false);
    setActive(-1);
  };
  const byKey = (event: KeyboardEvent) => {
    const town = towns[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (towns.length > 0) setActive((active + step + towns.length) % towns.length);
    } else if (event.key === 'Enter' && isShown && town) {
      event.preventDefault();
      choose(town);
    } else if (event.key === 'Escape' && isShown) {
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
          'aria-expanded': isShown,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': isShown && active >= 0 ? `${id}-${active}` : undefined,
        })}
        onChange={({ target }) => {
          onType(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={byKey}
        onBlur={() => setOpen(false)}
      />
      {isFrench && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('ordering.town.list')}
          className={css.towns}
          hidden={!isShown}
        >
          {towns.map((town, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of comboboxes has it
            <div
              key={town.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus: a press that took it would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(town)}
            >
              <span>{town.postalCode}</span> {town.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
