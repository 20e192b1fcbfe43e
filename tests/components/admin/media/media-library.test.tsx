import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ImageEdit from '#client/admin/content/ImageEdit.tsx';
import ImageList from '#client/admin/content/ImageList.tsx';
import { MediaUploader } from '#client/admin/media/MediaUploader.tsx';
import { maxImageUploadBytes } from '#shared/media/media-limits.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const listCall = 'GET /admin/image?nbItem=25&orderBy=-id&page=1';
const toItem = (id: number, alt: string) => ({
  key: id,
  revision: 1,
  archivedAt: null,
  item: { id, name: `picture-${id}`, alt },
  info: { url: `/image/${id}?v=1`, width: 800, height: 600, bytes: 90_000 },
});

/** The uploads in their order. The test responds to each of them. */
let uploads: FakeRequest[] = [];
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  name = '';
  open(method: string, url: string): void {
    this.name = `${method} ${url}`;
  }
  sent: FormData | null = null;
  send(body: FormData): void {
    this.sent = body;
    uploads.push(this);
  }
  answer(status: number, envelope: object): void {
    this.status = status;
    this.responseText = JSON.stringify(envelope);
    act(() => void this.dispatchEvent(new Event('load')));
  }
  fail(): void {
    act(() => void this.dispatchEvent(new Event('error')));
  }
}
const stored = {
  success: true,
  message: '',
  data: { key: 3, revision: 1, name: 'vines', isNew: true, losses: [] as string[] },
};

function renderLibrary(responses: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ [listCall]: { data: { items: [], total: 0 } }, ...responses });
  renderInAdmin(
    <ResourceContextProvider value="image">
      <ImageList />
    </ResourceContextProvider>,
    '/image',
  );
  return calls;
}
const upload = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText(t('admin-content.upload.choose-image'), { selector: 'input' }), files);
const findDropArea = () =>
  screen.getByRole('button', { name: t('admin-content.upload.choose-image') }).parentElement as HTMLElement;
const createPicture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

beforeEach(() => {
  uploads = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

describe('ImageList', () => {
  it('marks the pictures that lack an alternative text', async () => {
    renderLibrary({ [listCall]: { data: { items: [toItem(1, 'Vines in spring'), toItem(2, '')], total: 2 } } });
    const links = await screen.findAllByRole('link', { name: /^picture-/ });
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'picture-1',
      `picture-2${t('admin-content.images.no-alt')}`,
    ]);
    expect(links[1]?.getAttribute('href')).toBe('/image/2');
  });

  it('uploads one picture after another with its progress, and reads the list again', async () => {
    const calls = renderLibrary();
    await waitFor(() => expect(calls).toHaveLength(1));
    await upload(createPicture('vines.jpg'), createPicture('cellar.jpg'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.name).toBe('POST /api/admin/image');
    act(() => {
      uploads[0]?.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 40, total: 100 }));
    });
    const bar = screen.getByRole('progressbar', { name: t('admin-content.upload.progress', { name: 'vines.jpg' }) });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    uploads[0]?.answer(200, stored);
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.answer(200, stored);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await waitFor(() => expect(calls.filter(({ name }) => name === listCall).length).toBeGreaterThan(1));
  });

  it('says what a drawing has lost when it was stored', async () => {
    renderLibrary();
    await upload(createPicture('label.svg'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(200, { ...stored, data: { ...stored.data, losses: ['effects'] } });
    const alert = await screen.findByText(new RegExp(t('admin-content.upload.loss-effects')));
    expect(alert.textContent).toContain('vines');
  });

  it('uploads the pictures that are dropped on the area', async () => {
    renderLibrary();
    const files = [createPicture('vines.jpg'), createPicture('cellar.jpg')];
    // Without a handler, the browser would open the dropped picture in place of the panel.
    expect(fireEvent.dragOver(findDropArea(), { dataTransfer: { types: ['Files'], files: [] } })).toBe(false);
    expect(fireEvent.drop(findDropArea(), { dataTransfer: { types: ['Files'], files } })).toBe(false);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(200, stored);
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads.map(({ sent }) => (sent?.get('file') as File | undefined)?.name)).toEqual([
      'vines.jpg',
      'cellar.jpg',
    ]);
    uploads[1]?.answer(200, stored);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });

  it('shows for each file why it was refused, and uploads the others', async () => {
    renderLibrary();
    await upload(createPicture('virus.jpg'), createPicture('vines.jpg'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(415, { success: false, message: 'This is no picture.', data: {} });
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.answer(200, stored);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('virus.jpg – This is no picture.');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await userEvent.click(
      screen.getByRole('button', { name: t('admin-content.upload.dismiss', { name: 'virus.jpg' }) }),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that the upload was interrupted while the API is unavailable', async () => {
    renderLibrary();
    await upload(createPicture('vines.jpg'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.fail();
    expect((await screen.findByRole('alert')).textContent).toContain(t('admin-content.upload.failed'));
  });

  it('does not send a file that is too large', async () => {
    renderLibrary();
    const file = createPicture('panorama.jpg');
    Object.defineProperty(file, 'size', { value: maxImageUploadBytes + 1 });
    await upload(file);
    expect((await screen.findByRole('alert')).textContent).toContain('panorama.jpg');
    expect(uploads).toEqual([]);
  });
});

describe('ImageEdit', () => {
  const read = 'GET /admin/image/2';
  function renderImage(responses: Parameters<typeof stubApi>[0]): void {
    stubApi({ [read]: { data: toItem(2, '') }, 'GET /admin/image/2/use': { data: { uses: [] } }, ...responses });
    renderInAdmin(
      <ResourceContextProvider value="image">
        <Routes>
          <Route path="/image/:id" element={<ImageEdit />} />
        </Routes>
      </ResourceContextProvider>,
      '/image/2',
    );
  }

  it('shows the kinds and names of the items that use the picture, with links', async () => {
    const uses = [
      { resource: 'logo', key: '1' },
      { resource: 'news', key: '9' },
      { resource: 'page-tree', key: 'fr_FR' },
      { resource: 'parameter', key: 'COMPANY_NAME' },
      { resource: 'product', key: '4' },
      { resource: 'product', key: '5' },
      { resource: 'theme', key: '' },
    ];
    const stored = (key: string, item: object) => ({ data: { key, revision: 1, item, archivedAt: null } });
    renderImage({
      'GET /admin/image/2/use': { data: { uses } },
      'GET /admin/logo/1': stored('1', { id: 1, type: 'LOGO_FOOTER', image: 2 }),
      'GET /admin/news/9': stored('9', { id: 9, title: { en: 'The harvest is in', fr_FR: 'Fin des vendanges' } }),
      'GET /admin/page-tree/fr_FR': stored('fr_FR', { lang: 'fr_FR', entries: [] }),
      'GET /admin/parameter/COMPANY_NAME': stored('COMPANY_NAME', { type: 'COMPANY_NAME', value: 'Clos' }),
      'GET /admin/product/4': stored('4', { id: 4, name: { fr_FR: 'Les Vieux Chênes' } }),
    });
    const names = [
      'Logo – Footer logo',
      'News item – The harvest is in',
      'Menu and addresses – French',
      `Setting – ${t('admin-parameters.COMPANY_NAME.label')}`,
      'Product – Les Vieux Chênes',
      'Product – no. 5',
      'Theme',
    ];
    for (const name of names) await screen.findByRole('link', { name });
    expect(screen.getByRole('link', { name: 'Product – Les Vieux Chênes' }).getAttribute('href')).toBe('/product/4');
    expect(screen.queryByText(t('admin-content.images.unused'))).toBeNull();
  });

  it('does not call a picture unused while its uses could not be read', async () => {
    let isAway = true;
    renderImage({
      'GET /admin/image/2/use': () => (isAway ? { status: 503, message: '' } : { data: { uses: [] } }),
    });
    expect(await screen.findByText(t('admin.loadFailed'))).toBeDefined();
    expect(screen.queryByText(t('admin-content.images.unused'))).toBeNull();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: t('admin.retry') }));
    expect(await screen.findByText(t('admin-content.images.unused'))).toBeDefined();
  });
});

describe('MediaUploader for one file', () => {
  it('uploads only the first of several dropped pictures', async () => {
    const onUploaded = vi.fn();
    renderInAdmin(<MediaUploader kind="image" isMultiple={false} onUploaded={onUploaded} />);
    const area = screen.getByRole('button', { name: t('admin-content.upload.choose-one') })
      .parentElement as HTMLElement;
    fireEvent.drop(area, {
      dataTransfer: { types: ['Files'], files: [createPicture('vines.jpg'), createPicture('cellar.jpg')] },
    });
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(200, stored);
    await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce());
    expect(uploads).toHaveLength(1);
  });
});
