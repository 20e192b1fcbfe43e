import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type LoaderArgs, type PageLoader } from '#client/core/page-module.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import { parseId } from '#shared/ids/parse-id.ts';
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
  const isContact = params.id === contactId;
  const { form } = isContact ? await read('GET /message/form') : await readForm(read, parseId(params.id));
  return { status: 200, data: { form, isContact }, head: { title: form.title, hasNoIndex: true } };
};

function readForm(read: LoaderArgs['read'], id: number | null) {
  if (id === null) throw createNotFoundError();
  return read('GET /forms/{id}', { params: { id } });
}

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
