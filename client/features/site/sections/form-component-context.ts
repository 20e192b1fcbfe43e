import { type ComponentType, createContext } from 'react';
import type { Form } from '#shared/forms/forms-contract.ts';

export interface FormSlotProps {
  form: Form;
  isContact: boolean;
}

/**
 * Slot for the component that shows a form. Kinds of pages that rarely have a form leave the slot empty, so that they
 * do not load the form's code.
 */
export const FormViewContext = createContext<ComponentType<FormSlotProps> | null>(null);

/** Kinds of pages that fill `FormViewContext`. */
export const formPageKinds: readonly string[] = ['CONTACT', 'FORM'];
