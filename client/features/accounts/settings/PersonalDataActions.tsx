import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { createJsonFile, saveAsFile } from '#client/core/save-as-file.ts';
import { showToast } from '#client/core/toast.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextAreaField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { closedOrderStates, orderStates } from '#shared/orders/order-states.ts';
import css from '../Accounts.module.css';
import { PasswordField } from '../PasswordField.tsx';
import { type CustomerProfile, useSessionStore } from '../session.tsx';
import { announceSessionChange } from '../session-channel.ts';

/** Maximum number of open orders that the dialog lists. */
const maxOpenOrders = 20;

/**
 * Actions on personal data that the GDPR requires: export the data, request the closing of the account, or delete it.
 */
export const PersonalDataActions = ({ me, onDeleted }: { me: CustomerProfile; onDeleted: () => void }) => (
  <>
    <DataExport />
    <ClosingRequest />
    <DeleteAccount email={me.email} onDeleted={onDeleted} />
  </>
);

function DataExport() {
  const { t } = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const data = await callApi('GET /user/export');
      saveAsFile(createJsonFile(data), `${t('accounts.export.file')}.json`);
    } catch (error) {
      showToast(describeCallError(error, t), 'failure');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={css.form}>
      <h3>{t('accounts.export')}</h3>
      <p>{t('accounts.export.text')}</p>
      <Button look="quiet" isBusy={isBusy} onClick={save}>
        {t('accounts.export.get')}
      </Button>
    </div>
  );
}

function ClosingRequest() {
  const { t } = useTexts();
  const [isSent, setSent] = useState(false);
  const form = useApiForm({
    defaults: { message: '' },
    send: async (body) => {
      await callApi('PUT /user/unsubscribe/ask', { body });
      setSent(true);
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <h3>{t('accounts.close')}</h3>
      <p>{t('accounts.close.text')}</p>
      {isSent ? (
        <FocusOnMount>
          <FormMessage kind="success">{t('accounts.close.done')}</FormMessage>
        </FocusOnMount>
      ) : (
        <>
          <TextAreaField
            label={t('accounts.close.message')}
            optional={t('accounts.field.optional')}
            rows={3}
            maxLength={2000}
            error={form.errorOf('message')}
            {...form.register('message')}
          />
          <FormMessage kind="failure">{form.failure}</FormMessage>
          <Button type="submit" look="quiet" isBusy={form.isBusy}>
            {t('accounts.close.ask')}
          </Button>
        </>
      )}
    </form>
  );
}

function DeleteAccount({ email, onDeleted }: { email: string; onDeleted: () => void }) {
  const { t } = useTexts();
  const session = useSessionStore();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useApiForm({
    defaults: { password: '' },
    send: async (body) => {
      await callApi('DELETE /user', { body });
      dialog.current?.close();
      session.getState().end();
      announceSessionChange();
      onDeleted();
      showToast(t('accounts.delete.done'), 'success');
      navigate('/');
    },
  });
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    form.reset();
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <div className={css.form}>
      <h3>{t('accounts.delete')}</h3>
      <p>{t('accounts.delete.text')}</p>
      <Button look="quiet" onClick={open}>
        {t('accounts.delete.ask')}
      </Button>
      <dialog ref={dialog} className={css.dialog} aria-labelledby="delete-title" onClose={() => setOpen(false)}>
        <ErrorBoundary>
          <h2 id="delete-title">{t('accounts.delete.sure')}</h2>
          <form className={css.form} onSubmit={form.submit} noValidate>
            <p>{t('accounts.delete.sure.text', { email })}</p>
            {isOpen && <OpenOrders />}
            <PasswordField
              label={t('accounts.field.password')}
              autoComplete="current-password"
              error={form.errorOf('password')}
              {...form.register('password', { required: t('accounts.field.required') })}
            />
            <FormMessage kind="failure">{form.failure}</FormMessage>
            <div className={css.acts}>
              <Button onClick={() => dialog.current?.close()}>{t('accounts.delete.no')}</Button>
              <Button type="submit" look="quiet" isBusy={form.isBusy}>
                {t('accounts.delete.yes')}
              </Button>
            </div>
          </form>
        </ErrorBoundary>
      </dialog>
    </div>
  );
}

const openStates = orderStates.filter((state) => !closedOrderStates.some((closed) => closed === state));

/** The orders that the deletion leaves open. If they cannot be loaded, the text above still says what happens to them. */
function OpenOrders() {
  const { t, date } = useTexts();
  const { data } = useQuery(
    (signal) => callApi('GET /order', { query: { nbItem: maxOpenOrders, status: openStates.join(',') }, signal }),
    [],
  );
  if (!data || data.total === 0) return null;
  return (
    <>
      <p id="open-orders">{t('accounts.delete.open')}</p>
      <ul aria-labelledby="open-orders">
        {data.orders.map(({ id, number, createdAt }) => (
          <li key={id}>
            <a href={`/account/orders/${id}`}>{`${t('orders.number', { number })}, ${date(createdAt)}`}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
