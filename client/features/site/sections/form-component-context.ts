import { type ComponentType, createContext } from 'react';
import type { Form } from '#shared/forms/forms-contract.ts';

interface FormComponentProps {
  form: Form;
  isContact: boolean;
}

/**
 * Slot for the component that shows a form. Kinds of pages that rarely have a form leave the slot empty, so that they
 * do not load the form's code.
 */
export const FormComponentContext = createContext<ComponentType<FormComponentProps> | null>(null);

/** Kinds of pages that fill `FormComponentContext`. */
export const pageKindsWithFormComponent: readonly string[] = ['CONTACT', 'FORM'];
