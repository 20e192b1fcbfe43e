import { useContext } from 'react';
import { readUnlessNotFound } from '#client/core/describe-call-error.ts';
import type { LoaderArgs } from '#client/core/page-module.ts';
import css from './FormSection.module.css';
import { FormComponentContext, pageKindsWithFormComponent } from './form-component-context.ts';
import link from './OnwardLink.module.css';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionFields, SectionLoaderData, SectionProps } from './section-props.ts';

export async function loadForm(
  { title, form: id }: SectionFields<'form'>,
  { read, kind }: LoaderArgs,
): Promise<SectionLoaderData['form']> {
  const found =
    id === undefined
      ? await readUnlessNotFound(read('GET /message/form'))
      : await readUnlessNotFound(read('GET /forms/{id}', { params: { id } }));
  if (!found) return { title, form: null, isContact: false };
  // Pages that only link to the form do not need its fields.
  const form = pageKindsWithFormComponent.includes(kind) ? found.form : { ...found.form, fields: [] };
  return { title, form, isContact: id === undefined };
}

/** A form, or a link to it on pages that do not load the code of forms. */
export function FormSection({ title, form, isContact }: SectionProps<'form'>) {
  const FormView = useContext(FormComponentContext);
  if (!form) return null;
  return (
    <SectionFrame title={title || form.title} note={undefined}>
      {form.intro && <p className={css.intro}>{form.intro}</p>}
      {FormView ? (
        <FormView form={form} isContact={isContact} />
      ) : (
        <p>
          <a className={link.onward} href={`/forms/${isContact ? 'contact' : form.id}`}>
            {form.submitLabel || form.title}
          </a>
        </p>
      )}
    </SectionFrame>
  );
}
