import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { FormView } from './FormView.tsx';
import css from './SingleFormPage.module.css';

interface Data {
  form: Form;
  isContact: boolean;
  /** The result that the server adds to the response to a form that was sent without scripts. */
  sent?: FormSubmissionResult;
}

/** Value of the parameter `id` for the contact form. */
const contactId = 'contact';

export const loader: PageLoader<Data> = async ({ params, read }) => {
  const id = params.id ?? '';
  const isContact = id === contactId;
  if (!isContact && !/^[1-9]\d{0,8}$/.test(id)) throw createNotFoundError();
  const { form } = isContact
    ? await read('GET /message/form')
    : await read('GET /forms/{id}', { params: { id: Number(id) } });
  return { status: 200, data: { form, isContact }, head: { title: form.title, hasNoIndex: true } };
};

/** Page with a single form, which is also the response to a form that was sent without scripts. */
export function Page({ data: { form, isContact, sent } }: { data: Data }) {
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title: form.title }]} title={form.title}>
        {form.intro && <p>{form.intro}</p>}
      </PageTitleHeader>
      <div className={css.form}>
        <FormView form={form} isContact={isContact} sent={sent} />
      </div>
    </div>
  );
}
