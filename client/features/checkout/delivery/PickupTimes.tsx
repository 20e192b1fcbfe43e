import { useEffect, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { fr } from 'react-day-picker/locale/fr';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { FieldError } from '#client/ui/form/Field.tsx';
import { clockText } from '#shared/places/clock-text.ts';
import { dayAfter, dayAt } from '#shared/places/local-time.ts';
import { pickupDaysAhead } from '#shared/shipping/pickup-slots.ts';
import css from '../Checkout.module.css';
import { Choice } from '../Choice.tsx';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import { calendarClasses } from './calendar-classes.ts';

interface Slot {
  id: number;
  date: string;
  from: string;
  to: string;
}

/** Noon, so that no change of clocks makes it another day. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** Where, on which day and when the order is fetched. */
export function PickupTimes() {
  const { t } = useTexts();
  const { places, faults } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const place = places.find(({ id }) => id === chosen.idAddress) ?? places[0];
  const move = (idAddress: number) => checkout.getState().setPickupSlot({ idAddress, date: '', idSchedule: null });
  if (!place) return null;
  return (
    <div className={css.fetched} data-area>
      {places.length > 1 ? (
        <fieldset className={css.choices}>
          <legend className={css.legend}>{t('ordering.pickup.place')}</legend>
          {places.map(({ id, name, address }) => (
            <Choice
              key={id}
              name="place"
              value={String(id)}
              checked={id === place.id}
              onChoose={() => move(id)}
              title={name}
            >
              {address}
            </Choice>
          ))}
        </fieldset>
      ) : (
        <p>
          <strong>{place.name}</strong>
          <br />
          {place.address}
        </p>
      )}
      <Calendar key={place.id} idAddress={place.id} />
      <FieldError id="fault-slot" error={faults.idSchedule ?? faults.dateSchedule} />
    </div>
  );
}

/** The slots of one month; null while they are on their way. */
function useSlots(idAddress: number, month: string) {
  const { t } = useTexts();
  const { refusals } = useCheckout();
  const [found, setFound] = useState<{ month: string; slots: readonly Slot[] } | null>(null);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more, and so does a refusal
  useEffect(() => {
    const stop = new AbortController();
    const [year = '', number = ''] = month.split('-');
    setFailure('');
    callApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
      params: { id: idAddress, month: Number(number), year: Number(year) },
      signal: stop.signal,
    })
      .then(({ schedules }) => setFound({ month, slots: schedules }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('ordering.pickup.failed'));
      });
    return () => stop.abort();
  }, [idAddress, month, round, refusals, t]);
  const slots = found?.month === month ? found.slots : null;
  return { slots, failure, again: () => setRound((count) => count + 1) };
}

function Calendar({ idAddress }: { idAddress: number }) {
  const { t, lang } = useTexts();
  const { timeZone } = useShell().site;
  const { forgive } = useCheckout();
  const checkout = useCheckoutStore();
  const { date } = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const today = dayAt(Date.now(), timeZone);
  const last = dayAfter(today, pickupDaysAhead);
  const [month, setMonth] = useState((date || today).slice(0, 7));
  const { slots, failure, again } = useSlots(idAddress, month);
  const days = new Set(slots?.map((slot) => slot.date));
  const isThere = date.slice(0, 7) !== month || slots === null || days.has(date);

  // A month without a day left leads to the next: nobody wants to look at an empty page.
  useEffect(() => {
    if (slots?.length === 0 && date === '' && month < last.slice(0, 7) && month === today.slice(0, 7))
      setMonth(dayAfter(`${month}-28`, 6).slice(0, 7));
  }, [slots, date, month, last, today]);

  const choose = (day: Date | undefined) => {
    checkout.getState().setPickupSlot({ idAddress, date: day ? dayOf(day) : '', idSchedule: null });
    forgive('idSchedule', 'dateSchedule');
  };
  return (
    <div className={css.pickup}>
      <div aria-busy={slots === null}>
        <p className={css.legend}>{t('ordering.pickup.day')}</p>
        <DayPicker
          mode="single"
          locale={lang === 'fr_FR' ? fr : enGB}
          classNames={calendarClasses}
          month={dateOf(`${month}-01`)}
          onMonthChange={(shown) => setMonth(dayOf(shown).slice(0, 7))}
          startMonth={dateOf(`${today.slice(0, 7)}-01`)}
          endMonth={dateOf(`${last.slice(0, 7)}-01`)}
          selected={date ? dateOf(date) : undefined}
          onSelect={choose}
          disabled={(day) => !days.has(dayOf(day))}
        />
        <RetryMessage failure={failure} again={again} />
        <p role="status" className={css.soft}>
          {slots?.length === 0 && t('ordering.pickup.none')}
          {!isThere && t('ordering.pickup.gone')}
        </p>
      </div>
      {date !== '' && slots && <Slots idAddress={idAddress} slots={slots.filter((slot) => slot.date === date)} />}
    </div>
  );
}

function Slots({ idAddress, slots }: { idAddress: number; slots: readonly Slot[] }) {
  const { t, lang, date: dateText } = useTexts();
  const { forgive } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ clickAndCollect }) => clickAndCollect);
  const choose = (idSchedule: number) => {
    checkout.getState().setPickupSlot({ idAddress, date: chosen.date, idSchedule });
    forgive('idSchedule', 'dateSchedule');
  };
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        {t('ordering.pickup.slot', {
          day: dateText(`${chosen.date}T12:00:00Z`, { weekday: 'long', day: 'numeric', month: 'long' }),
        })}
      </legend>
      {slots.map(({ id, from, to }) => (
        <Choice
          key={id}
          name="slot"
          value={String(id)}
          checked={id === chosen.idSchedule}
          onChoose={() => choose(id)}
          title={t('ordering.pickup.from-to', { from: clockText(from, lang), to: clockText(to, lang) })}
        />
      ))}
    </fieldset>
  );
}
