import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { followPageTranslation } from '#client/admin/core/follow-page-translation.ts';

followPageTranslation(document);

interface StockProps {
  hasIcon?: boolean;
  label?: string | null;
  count?: number;
}

/** A component of the kind that a translation breaks: its texts have siblings that come, go and change. */
const Stock = ({ hasIcon = false, label = 'En stock', count = 6 }: StockProps) => (
  <p>
    {hasIcon && <i>icon</i>}
    {label}
    <b>:</b>
    {count}
  </p>
);

const translate = (text: string): Element => {
  const font = document.createElement('font');
  font.innerHTML = `<font>[${text}]</font>`;
  return font;
};

/** Translations and React's updates come in tasks of their own. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The ways in which translators put a translation in the place of a text. */
const translators: Readonly<Record<string, (text: Text) => void>> = {
  'replaces the text': (text) => text.replaceWith(translate(text.data)),
  'inserts the translation before it removes the text': (text) => {
    text.before(translate(text.data));
    text.remove();
  },
  'moves the text into the translation': (text) => {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  },
};

describe.each(Object.entries(translators))('a translator that %s', (_, translateText) => {
  async function renderTranslated() {
    const view = render(<Stock />);
    const paragraph = view.container.querySelector('p') as HTMLElement;
    const translateAll = async () => {
      for (const node of [...paragraph.childNodes]) if (node instanceof Text) translateText(node);
      await nextTask();
    };
    await translateAll();
    const read = () => paragraph.textContent.replaceAll(/[[\]]/g, '');
    return { show: (props: StockProps) => view.rerender(<Stock {...props} />), read, translateAll, view };
  }

  it('leaves an element insertable before the text', async () => {
    const { show, read } = await renderTranslated();
    show({ hasIcon: true });
    expect(read()).toBe('iconEn stock:6');
  });

  it('leaves the text removable', async () => {
    const { show, read, view } = await renderTranslated();
    show({ label: null });
    expect(read()).toBe(':6');
    view.rerender(<span>next screen</span>);
    expect(view.container.textContent).toBe('next screen');
  });

  it('gets a changed text again', async () => {
    const { show, read, translateAll } = await renderTranslated();
    show({ label: 'Épuisé', count: 0 });
    await expect.poll(read).toBe('Épuisé:0');
    await translateAll();
    show({ hasIcon: true, label: null, count: 0 });
    expect(read()).toBe('icon:0');
  });
});

it('a text that the translator shows again in its own language stays removable', async () => {
  const { container, rerender } = render(<Stock />);
  const paragraph = container.querySelector('p') as HTMLElement;
  const text = paragraph.firstChild as Text;
  const font = translate(text.data);
  text.replaceWith(font);
  await nextTask();
  font.replaceWith(document.createTextNode('En stock'));
  rerender(<Stock label={null} />);
  expect(paragraph.textContent).toBe(':6');
});

it('a node that was never in the parent is still refused', () => {
  const [parent, stranger] = [document.createElement('p'), document.createTextNode('text')];
  document.body.append(parent);
  expect(() => parent.removeChild(stranger)).toThrow();
  expect(() => parent.insertBefore(document.createElement('b'), stranger)).toThrow();
});
