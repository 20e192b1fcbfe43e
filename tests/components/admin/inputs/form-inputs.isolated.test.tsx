import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { FieldSchemas } from '#client/admin/inputs/describe-field.ts';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import { Euros, Slug } from '#shared/input-fields.ts';
import { Localized } from '#shared/localized.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { t } from '#tests/components/admin/render-in-admin.tsx';
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

const uploads = vi.hoisted(() => ({ lastKey: 6 }));
vi.mock('#client/admin/media/upload-media.ts', () => ({
  uploadMedia: async () => ({ key: ++uploads.lastKey, losses: [] }),
}));

async function save(onSubmit: ReturnType<typeof vi.fn>): Promise<unknown> {
  await userEvent.click(screen.getByRole('button', { name: /save/i }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  return onSubmit.mock.calls[0]?.[0];
}

const renderFields = (fields: FieldSchemas, record: object) => {
  const onSubmit = vi.fn();
  renderInputsInPanelForm(<SchemaFields fields={fields} />, { resource: 'product', record, onSubmit });
  return onSubmit;
};

describe('the input for a decimal number', () => {
  it.each(['11,90', '11.90', '11,9 €'])('reads %s as 11.9', async (text) => {
    const onSubmit = renderFields({ price: Euros }, { price: 5 });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    expect(input.value).toBe('5.00');
    await userEvent.clear(input);
    await userEvent.type(input, text);
    expect(input.value).toBe(text);
    expect(await save(onSubmit)).toMatchObject({ price: 11.9 });
    expect(input.value).toBe('11.90');
  });

  it.each(['1 200,50', '1\u00a0200.50', '1\u202f200,5 €'])(
    'reads %j, with a space between thousands, as 1200.5',
    async (text) => {
      const onSubmit = renderFields({ price: Euros }, { price: 5 });
      fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
      expect(await save(onSubmit)).toMatchObject({ price: 1200.5 });
    },
  );

  it.each(['1,200', '1.200', '1,200.50', '12 345.678'])('refuses %s as an amount, and keeps the text', async (text) => {
    const onSubmit = renderFields({ price: Euros }, { price: 5 });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.change(input, { target: { value: text } });
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    expect(await screen.findByText(t('admin.invalidAmount'))).toBeDefined();
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual([text, 'true']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('reads three decimals of a number that is no amount', async () => {
    const onSubmit = renderFields({ alcohol: z.number() }, { alcohol: 12.5 });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '12,125' } });
    expect(await save(onSubmit)).toMatchObject({ alcohol: 12.125 });
  });

  it('refuses a text that is no number, and keeps the text', async () => {
    const onSubmit = renderFields({ alcohol: z.number() }, { alcohol: 12.5 });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.clear(input);
    await userEvent.type(input, 'douze');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(input.value).toBe('douze');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('the input for a list of words', () => {
  it('is marked as required, says which words there are, and shows why one of several is refused', async () => {
    const reason = 'Only lower-case letters.';
    const onSubmit = vi.fn(async () => ({ 'types.1': reason }));
    renderInputsInPanelForm(<SchemaFields fields={{ types: z.array(Slug).min(1) }} />, {
      resource: 'address',
      record: { types: ['shop'] },
      onSubmit,
    });
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: /^Uses of the address/ });
    expect(input.labels?.[0]?.textContent).toMatch(/\*$/);
    expect(screen.getByText(/click-and-collect/)).toBeDefined();
    await userEvent.type(input, 'Summer shop{Enter}');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.getByText('Summer shop')).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the input for a slug', () => {
  const fields = { slug: Slug, name: Localized };
  const findInputs = (): HTMLInputElement[] => screen.getAllByRole<HTMLInputElement>('textbox');

  it('follows the title of a new item until the user types another slug', async () => {
    const onSubmit = renderFields(fields, { id: undefined });
    const [name, slug] = findInputs() as [HTMLInputElement, HTMLInputElement];
    await userEvent.type(name, 'Chenin « Les Galets »');
    await waitFor(() => expect(slug.value).toBe('chenin-les-galets'));
    await userEvent.clear(slug);
    await userEvent.type(slug, 'chenin');
    await userEvent.type(name, ' 2024');
    expect(slug.value).toBe('chenin');
    expect(await save(onSubmit)).toMatchObject({ slug: 'chenin' });
  });

  it('keeps the slug of an existing item, whose URL may be known, and refuses spaces', async () => {
    const onSubmit = renderFields(fields, { slug: 'old', name: 'Old' });
    const [name, slug] = findInputs() as [HTMLInputElement, HTMLInputElement];
    await userEvent.type(name, ' wine');
    expect(slug.value).toBe('old');
    await userEvent.type(slug, ' wine');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(slug.getAttribute('aria-invalid')).toBe('true'));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('the inputs for texts in several languages', () => {
  it.each([
    ['a plain text', { title: Localized }],
    ['a formatted text', { text: LocalizedMarkdownOrHtml }],
  ])('show the missing value of %s in words and mark the field', async (_kind, fields) => {
    const onSubmit = renderFields(fields, {});
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(await screen.findByText('Required')).toBeDefined();
    await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('the list of vintages', () => {
  const variant = z.object({ price: Euros, capacity: z.number(), isStockManaged: z.boolean() });

  it('starts a new vintage with the price, format and stock management of the one before it', async () => {
    const variants = [{ price: 11.9, capacity: 75, isStockManaged: true }];
    const onSubmit = renderFields({ variants: z.array(variant) }, { variants });
    await userEvent.click(screen.getByRole('button', { name: 'Add a vintage or format' }));
    expect(await save(onSubmit)).toMatchObject({ variants: [variants[0], variants[0]] });
  });

  it('asks for the initial stock of new vintages only, because a saved stock changes by movements', async () => {
    const stocked = z.object({ id: z.int(), quantity: z.int().optional() });
    renderFields({ variants: z.array(stocked) }, { variants: [{ id: 11 }] });
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add a vintage or format' }));
    expect(screen.getAllByRole('spinbutton')).toHaveLength(1);
  });
});

describe('the input for several pictures', () => {
  it('adds every file that was uploaded together', async () => {
    const onSubmit = renderFields({ images: z.array(z.number()) }, { images: [3] });
    await userEvent.click(screen.getByRole('button', { name: /add/i }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const files = ['a.jpg', 'b.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
    fireEvent.change(input as HTMLInputElement, { target: { files } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await save(onSubmit)).toMatchObject({ images: [3, 7, 8] });
  });
});
