import { useTexts } from '#client/core/app-context.tsx';
import type { ApiForm } from '#client/core/use-api-form.ts';
import { FieldError } from '#client/ui/form/Field.tsx';
import type { ElementSlot } from '#shared/elements/elements-contract.ts';
import { formatDateRange } from './date-text.ts';
import css from './ElementPage.module.css';
import { canRegister, type RegistrationValues } from './registration-values.ts';

interface SlotChoiceProps {
  slots: readonly ElementSlot[];
  form: ApiForm<RegistrationValues>;
}

export function SlotChoice({ slots, form }: SlotChoiceProps) {
  const texts = useTexts();
  const { t } = texts;
  const error = form.errorOf('idSlot');
  return (
    <fieldset className={css.slots} aria-describedby={error ? 'slot-error' : undefined}>
      <legend>{t('elements.field.date')}</legend>
      {slots.map((slot) => (
        <label key={slot.id} className={css.slot} data-disabled={!canRegister(slot) || undefined}>
          <input
            type="radio"
            value={String(slot.id)}
            disabled={!canRegister(slot)}
            defaultChecked={form.getValues('idSlot') === String(slot.id)}
            {...form.register('idSlot', { required: t('elements.field.date.missing') })}
          />
          <span className={css.slotWords}>
            <span>{formatDateRange(texts, slot.startsAt, slot.endsAt)}</span>
            <span className={css.soft}>
              <PlacesLeft {...slot} />
            </span>
          </span>
        </label>
      ))}
      <FieldError id="slot-error" error={error} />
    </fieldset>
  );
}

function PlacesLeft({ placesLeft, registration }: ElementSlot) {
  const { t } = useTexts();
  if (registration === 'WAITING_LIST') return t('elements.places.waiting');
  if (registration === 'FULL') return t('elements.places.full');
  if (registration !== 'OPEN') return t('elements.places.closed');
  return placesLeft === null ? t('elements.places.unlimited') : t('elements.places', { count: placesLeft });
}
