import { useTexts } from '#client/core/app-context.tsx';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RadioOption } from '../RadioOption.tsx';
import type { CollectionSlotOption } from './use-collection-slots-of-month.ts';

export function CollectionSlots({ idAddress, slots }: { idAddress: number; slots: readonly CollectionSlotOption[] }) {
  const { t, lang, date: dateText } = useTexts();
  const { clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const choose = (idSchedule: number) => {
    checkout.getState().setCollectionSlot({ idAddress, date: chosen.date, idSchedule });
    clearErrors('idSchedule', 'dateSchedule');
  };
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        {t('checkout.collection.slot', {
          day: dateText(chosen.date, { weekday: 'long', day: 'numeric', month: 'long' }),
        })}
      </legend>
      {slots.map(({ id, from, to }) => (
        <RadioOption
          key={id}
          name="slot"
          value={String(id)}
          checked={id === chosen.idSchedule}
          onChoose={() => choose(id)}
          title={t('checkout.collection.from-to', { from: formatClockTime(from, lang), to: formatClockTime(to, lang) })}
        />
      ))}
    </fieldset>
  );
}
