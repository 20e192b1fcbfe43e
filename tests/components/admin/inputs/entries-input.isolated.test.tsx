import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import { AlbumInput } from '#shared/content/content-input.ts';
import admin from '#shared/texts/en/admin.json' with { type: 'json' };
import content from '#shared/texts/en/admin-content.json' with { type: 'json' };
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

const finished = vi.hoisted(() => [] as (() => void)[]);
vi.mock('#client/admin/media/upload-media.ts', () => ({
  uploadMedia: (_kind: string, { size }: File) =>
    new Promise((resolve) => void finished.push(() => resolve({ key: size, losses: [] }))),
}));
beforeEach(() => void finished.splice(0));

/** Submits the form without its button, which is disabled as long as there are no changes. */
const save = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const createPicture = (id: number) => new File(['x'.repeat(id)], `${id}.jpg`, { type: 'image/jpeg' });

/** Renders the field with the pictures of an album. It shows no names, because the data provider finds no pictures. */
function renderAlbum(ids: readonly number[]) {
  const onSubmit = vi.fn();
  const media = ids.map((image) => ({ image, video: null, caption: `${image}` }));
  renderInputsInPanelForm(<SchemaFields fields={{ media: AlbumInput.shape.media }} />, {
    resource: 'album',
    record: { media },
    onSubmit,
  });
  const readSavedImages = async () => {
    save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    return onSubmit.mock.lastCall?.[0].media.map(({ image }: { image: number }) => image);
  };
  return { onSubmit, readSavedImages };
}

const findHandles = () => screen.getAllByTitle(admin.dragEntry);

function drag(from: number, to: number): void {
  const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), types: ['application/x-list-item'], files: [] };
  const handles = findHandles();
  fireEvent.dragStart(handles[from] as Element, { dataTransfer });
  expect(fireEvent.dragOver(handles[to] as Element, { dataTransfer })).toBe(false);
  fireEvent.drop(handles[to] as Element, { dataTransfer });
  fireEvent.dragEnd(handles[from] as Element, { dataTransfer });
}

describe('the entries of a list', () => {
  it.each([
    ['forward', 0, 2, [4, 5, 3]],
    ['back', 2, 0, [5, 3, 4]],
    ['onto itself', 1, 1, [3, 4, 5]],
  ])('are saved in the order to which they are dragged %s', async (_, from, to, expected) => {
    const { readSavedImages } = renderAlbum([3, 4, 5]);
    drag(from, to);
    expect(await readSavedImages()).toEqual(expected);
  });

  it('mark the entry on which the dragged one would be dropped, until the drag ends', () => {
    renderAlbum([3, 4]);
    const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), types: [], files: [] };
    const [first, second] = findHandles();
    const row = second?.closest('li');
    fireEvent.dragStart(first as Element, { dataTransfer });
    fireEvent.dragOver(second as Element, { dataTransfer });
    expect(row?.hasAttribute('data-drop-target')).toBe(true);
    fireEvent.dragEnd(first as Element, { dataTransfer });
    expect(row?.hasAttribute('data-drop-target')).toBe(false);
  });

  it('are moved within their list only, if a list is inside another one', async () => {
    const onSubmit = vi.fn();
    const fields = { groups: z.array(z.strictObject({ lines: z.array(z.strictObject({ note: z.string() })) })) };
    const groups = [{ lines: [{ note: 'a' }, { note: 'b' }] }, { lines: [{ note: 'c' }] }];
    renderInputsInPanelForm(<SchemaFields fields={fields} />, { resource: 'album', record: { groups }, onSubmit });
    // The handles in document order: first group, its two lines, second group, its line.
    drag(2, 1);
    drag(3, 1);
    save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.lastCall?.[0].groups).toEqual([
      { lines: [{ note: 'c' }] },
      { lines: [{ note: 'b' }, { note: 'a' }] },
    ]);
  });
});

describe('a list of pictures', () => {
  const findArea = () => screen.getByRole('button', { name: content['pictures.addSeveral'] }).parentElement as Element;

  it('gets an entry for each of several dropped pictures, in their order', async () => {
    const { readSavedImages } = renderAlbum([3]);
    const files = [createPicture(7), createPicture(8)];
    expect(fireEvent.drop(findArea(), { dataTransfer: { types: ['Files'], files } })).toBe(false);
    for (const index of [0, 1]) {
      await waitFor(() => expect(finished).toHaveLength(index + 1));
      await act(async () => finished[index]?.());
    }
    await waitFor(() => expect(findHandles()).toHaveLength(3));
    // No field of the new pictures has the focus: a focused field for a video would open its list over the form.
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement?.tagName).toBe('BODY');
    expect(await readSavedImages()).toEqual([3, 7, 8]);
  });

  it('is not saved without a picture that is still being uploaded', async () => {
    const { onSubmit, readSavedImages } = renderAlbum([3]);
    fireEvent.drop(findArea(), { dataTransfer: { types: ['Files'], files: [createPicture(7)] } });
    await waitFor(() => expect(finished).toHaveLength(1));
    save();
    expect(await screen.findByText(content['pictures.uploading'])).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
    await act(async () => finished[0]?.());
    await waitFor(() => expect(screen.queryByText(content['pictures.uploading'])).toBeNull());
    expect(await readSavedImages()).toEqual([3, 7]);
  });

  it('is only one whose entries need nothing but a picture', () => {
    const fields = { logos: z.array(z.strictObject({ image: z.number(), kind: z.enum(['wide', 'square']) })) };
    renderInputsInPanelForm(<SchemaFields fields={fields} />, { resource: 'site', record: { logos: [] } });
    expect(screen.queryByRole('button', { name: content['pictures.addSeveral'] })).toBeNull();
  });
});
