import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect } from 'react';
import { useNotify } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';
import './rich-text.css';

interface RichTextEditorProps {
  lang: Lang;
  labelId: string;
  html: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  isInvalid?: boolean;
  /** Renders additional content below the text. `insertText` inserts a text at the cursor. */
  renderBelow?: (insertText: (text: string) => void) => ReactNode;
}

/** The editor of one formatted text in one language. The API sanitises what is saved. */
export function RichTextEditor({
  lang,
  labelId,
  html,
  onChange,
  onBlur,
  isInvalid = false,
  renderBelow,
}: RichTextEditorProps): ReactNode {
  const notify = useNotify();
  const editor = useEditor({
    // An editor that is created while the screen renders is destroyed if the screen does not mount within 1 ms.
    immediatelyRender: false,
    // The styles are in a CSS file, because the library would insert them without the nonce that the policy requires.
    injectCSS: false,
    extensions: [StarterKit.configure({ link: { openOnClick: false }, heading: { levels: [2, 3, 4] } })],
    content: html,
    editorProps: {
      transformPastedHTML: (pasted) => {
        const cleaned = cleanPastedHtml(pasted);
        if (cleaned.hasPicture) notify('admin.editor.pictureLeftOut', { type: 'warning' });
        return cleaned.html;
      },
      attributes: {
        'aria-labelledby': labelId,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-invalid': String(isInvalid),
        lang: lang.slice(0, 2),
      },
    },
    onUpdate: ({ editor: updated }) => onChange(updated.isEmpty ? '' : updated.getHTML()),
    onBlur: () => onBlur?.(),
  });
  // A change from outside, such as an undo, replaces the text. Typing does not, because the caret would move.
  useEffect(() => {
    if (editor && !editor.isDestroyed && !editor.isFocused && editor.getHTML() !== html)
      editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <>
      <div className="rich-text">
        <RichTextToolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      {renderBelow?.((text) => editor?.chain().focus().insertContent({ type: 'text', text }).run())}
    </>
  );
}
