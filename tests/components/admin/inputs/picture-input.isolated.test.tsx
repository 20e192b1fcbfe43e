import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PictureInput } from '#client/admin/inputs/PictureInput.tsx';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import content from '#shared/texts/en/admin-content.json' with { type: 'json' };
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

interface RunningUpload {
  name: string;
  resolve: (media: { key: number }) => void;
  reject: (error: Error) => void;
}
const running = vi.hoisted(() => [] as RunningUpload[]);
vi.mock('#client/admin/media/upload-media.ts', () => ({
  uploadMedia: (_kind: string, { name }: File) =>
    new Promise<object>((resolve, reject) => void running.push({ name, resolve, reject })).then((uploaded) => ({
      losses: [],
      ...uploaded,
    })),
}));
beforeEach(() => void running.splice(0));

const pictures = ['vines.jpg', 'cellar.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
const drop = (target: Element, files: readonly File[]) =>
  fireEvent.drop(target, { dataTransfer: { types: ['Files'], files } });
const finish = (index: number, key: number) => act(async () => running[index]?.resolve({ key }));
/** Submits the form without its button, which is disabled as long as there are no changes. */
const save = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);

describe('the field with the pictures of a product', () => {
  function renderField(ids = [3]): { field: HTMLElement; onSubmit: ReturnType<typeof vi.fn> } {
    const onSubmit = vi.fn();
    const fields = { images: z.array(z.number()) };
    renderInputsInPanelForm(<SchemaFields fields={fields} />, {
      resource: 'product',
      record: { images: ids },
      onSubmit,
    });
    return { field: screen.getByRole('group', { name: /pictures/i }), onSubmit };
  }

  it('uploads the files that are dropped on it, and adds them in their order', async () => {
    const { field, onSubmit } = renderField();
    // Without a handler, the browser would open the dropped picture in place of the form.
    expect(fireEvent.dragOver(field, { dataTransfer: { types: ['Files'], files: [] } })).toBe(false);
    expect(drop(field, pictures)).toBe(false);
    await waitFor(() => expect(running).toHaveLength(1));
    expect(within(field).getByRole('progressbar', { name: /vines\.jpg/ })).toBeDefined();
    await finish(0, 7);
    await waitFor(() => expect(running).toHaveLength(2));
    await finish(1, 8);
    await waitFor(() => expect(within(field).queryByRole('progressbar')).toBeNull());
    save();
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ images: [3, 7, 8] }));
  });

  it('is not saved without a picture that is still being uploaded', async () => {
    const { field, onSubmit } = renderField();
    drop(field, pictures.slice(0, 1));
    await waitFor(() => expect(running).toHaveLength(1));
    save();
    expect(await within(field).findByText(content['pictures.uploading'])).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
    await finish(0, 7);
    await waitFor(() => expect(within(field).queryByText(content['pictures.uploading'])).toBeNull());
    save();
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ images: [3, 7] }));
  });

  it('shows why a dropped file was refused, and can be saved without it', async () => {
    const { field, onSubmit } = renderField();
    drop(field, pictures.slice(0, 1));
    await waitFor(() => expect(running).toHaveLength(1));
    save();
    await within(field).findByText(content['pictures.uploading']);
    await act(async () => running[0]?.reject(new Error('This is no picture.')));
    expect((await within(field).findByRole('alert')).textContent).toContain('vines.jpg – This is no picture.');
    await waitFor(() => expect(within(field).queryByText(content['pictures.uploading'])).toBeNull());
    save();
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ images: [3] }));
  });

  it('keeps the focus on the button of a picture that has become the first one', async () => {
    renderField([3, 4]);
    const earlier = screen.getByRole('button', { name: content['pictures.earlier-name'].replace('{name}', '4') });
    earlier.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.[0])).toEqual(['4', '3']);
    expect(document.activeElement).toBe(earlier);
    expect(earlier.getAttribute('aria-disabled')).toBe('true');
  });

  it('moves the focus to the picture before a removed one, and from the first one to the button that adds', async () => {
    renderField([3, 4]);
    const remove = async (name: string) => {
      screen.getByRole('button', { name: content['pictures.remove-name'].replace('{name}', name) }).focus();
      await userEvent.keyboard('{Enter}');
      return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    };
    expect(await remove('4')).toBe(content['pictures.remove-name'].replace('{name}', '3'));
    expect(await remove('3')).toBe(content['pictures.add']);
  });

  it('does not let its thumbnails be dragged, because browsers would drop them as files', () => {
    const { field } = renderField();
    expect(fireEvent.dragStart(within(field).getByRole('listitem'))).toBe(false);
  });

  it.each([
    ['forward', 0, 2, [4, 5, 3]],
    ['back', 2, 0, [5, 3, 4]],
    ['onto itself', 1, 1, [3, 4, 5]],
  ])('saves the order of pictures that are dragged %s, and uploads none of them', async (_, from, to, expected) => {
    const onSubmit = vi.fn();
    const fields = { images: z.array(z.number()) };
    renderInputsInPanelForm(<SchemaFields fields={fields} />, {
      resource: 'product',
      record: { images: [3, 4, 5] },
      onSubmit,
    });
    const items = screen.getAllByRole('listitem');
    const dataTransfer = { setData: vi.fn(), types: ['Files'], files: pictures };
    fireEvent.dragStart(items[from] as Element, { dataTransfer });
    expect(fireEvent.dragOver(items[to] as Element, { dataTransfer })).toBe(false);
    fireEvent.drop(items[to] as Element, { dataTransfer });
    fireEvent.dragEnd(items[from] as Element, { dataTransfer });
    expect(running).toEqual([]);
    save();
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ images: expected }));
  });

  it('takes files again after a picture was dragged to no place', async () => {
    const { field } = renderField();
    const item = within(field).getByRole('listitem');
    fireEvent.dragStart(item, { dataTransfer: { setData: vi.fn(), files: [] } });
    fireEvent.dragEnd(item);
    drop(field, pictures.slice(0, 1));
    await waitFor(() => expect(running).toHaveLength(1));
  });

  it('opens its dialog from the keyboard, and does not upload a file twice that is dropped there', async () => {
    const { field } = renderField();
    within(field).getByRole('button', { name: /add/i }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    const uploader = dialog.querySelector('input[type=file]')?.parentElement as HTMLElement;
    drop(uploader, pictures.slice(0, 1));
    await waitFor(() => expect(running).toHaveLength(1));
    await finish(0, 7);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(running).toHaveLength(1);
    expect(within(field).getAllByRole('listitem')).toHaveLength(2);
  });
});

const stored = [11, 12, 13].map((id) => ({ id, name: `picture-${id}` }));

describe('the dialog with the pictures of the site', () => {
  it('adds all pictures that are marked, in the order of the clicks', async () => {
    const onSubmit = vi.fn();
    const options = { resource: 'product', record: { images: [3] }, onSubmit, items: stored };
    renderInputsInPanelForm(<SchemaFields fields={{ images: z.array(z.number()) }} />, options);
    await userEvent.click(screen.getByRole('button', { name: content['pictures.add'] }));
    const dialog = await screen.findByRole('dialog', { name: content['pictures.chooseSeveral'] });
    const findPicture = (id: number) => within(dialog).findByRole('button', { name: `picture-${id}` });
    for (const id of [13, 12, 11, 12]) await userEvent.click(await findPicture(id));
    expect((await findPicture(12)).getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 pictures' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    save();
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ images: [3, 13, 11] }));
  });

  it('takes a single picture with one click', async () => {
    const onSubmit = vi.fn();
    renderInputsInPanelForm(<PictureInput source="imageId" />, {
      resource: 'product',
      record: {},
      onSubmit,
      items: stored,
    });
    await userEvent.click(screen.getByRole('button', { name: content['pictures.add'] }));
    await userEvent.click(await screen.findByRole('button', { name: 'picture-12' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    save();
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ imageId: 12 }));
  });
});

describe('the field with one picture', () => {
  it('takes the first of several dropped files in place of its picture', async () => {
    const onSubmit = vi.fn();
    renderInputsInPanelForm(<PictureInput source="imageId" />, {
      resource: 'product',
      record: { imageId: 3 },
      onSubmit,
    });
    drop(screen.getByRole('group'), pictures);
    await waitFor(() => expect(running.map(({ name }) => name)).toEqual(['vines.jpg']));
    await finish(0, 9);
    save();
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ imageId: 9 }));
    expect(running).toHaveLength(1);
  });
});
