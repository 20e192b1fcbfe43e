import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import './rich-text.css';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import LinkIcon from '@mui/icons-material/Link';
import Redo from '@mui/icons-material/Redo';
import Title from '@mui/icons-material/Title';
import Undo from '@mui/icons-material/Undo';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Toolbar, Tooltip } from '@mui/material';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LinkAddressField } from './LinkAddressField.tsx';

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

interface Format {
  name: string;
  icon: ComponentType<{ fontSize?: 'small' }>;
  isActive: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const formats: readonly Format[] = [
  {
    name: 'heading',
    icon: Title,
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'bold',
    icon: FormatBold,
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    icon: FormatItalic,
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'bulletList',
    icon: FormatListBulleted,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    icon: FormatListNumbered,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'quote',
    icon: FormatQuote,
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

function RichTextToolbar({ editor }: { editor: Editor | null }): ReactNode {
  const { t } = useAdminTexts();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current ? formats.filter(({ isActive }) => isActive(current)).map(({ name }) => name) : [],
  });
  const [editedLink, setEditedLink] = useState<string | null>(null);
  if (!editor) return null;
  const setLink = (href: string) => {
    setEditedLink(null);
    if (href === '') editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
  };
  return (
    <Toolbar variant="dense" disableGutters role="toolbar" aria-label={t('admin.editor.toolbar')}>
      {formats.map(({ name, icon: Icon, run }) => (
        <EditorButton
          key={name}
          label={t(`admin.editor.${name}`)}
          isPressed={active?.includes(name)}
          onClick={() => run(editor)}
        >
          <Icon fontSize="small" />
        </EditorButton>
      ))}
      <EditorButton
        label={t('admin.editor.link')}
        onClick={() => setEditedLink(String(editor.getAttributes('link').href ?? ''))}
      >
        <LinkIcon fontSize="small" />
      </EditorButton>
      <EditorButton label={t('admin.editor.undo')} onClick={() => editor.chain().focus().undo().run()}>
        <Undo fontSize="small" />
      </EditorButton>
      <EditorButton label={t('admin.editor.redo')} onClick={() => editor.chain().focus().redo().run()}>
        <Redo fontSize="small" />
      </EditorButton>
      {editedLink !== null && <LinkDialog address={editedLink} onSave={setLink} onClose={() => setEditedLink(null)} />}
    </Toolbar>
  );
}

interface LinkDialogProps {
  address: string;
  onSave: (address: string) => void;
  onClose: () => void;
}

/** The address of the link around the selected text. An empty address removes the link. */
function LinkDialog({ address: before, onSave, onClose }: LinkDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const [address, setAddress] = useState(before);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="link-title">
      <DialogTitle id="link-title">{t('admin.editor.link')}</DialogTitle>
      <DialogContent>
        <LinkAddressField label={t('admin.editor.linkUrl')} value={address} onChange={setAddress} isFocusedFirst />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.cancel')}</Button>
        <Button variant="contained" onClick={() => onSave(address.trim())}>
          {t('admin.editor.setLink')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface EditorButtonProps {
  label: string;
  isPressed?: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}

const EditorButton = ({ label, isPressed, onClick, children }: EditorButtonProps): ReactNode => (
  <Tooltip title={label}>
    <IconButton
      size="small"
      onClick={onClick}
      aria-label={label}
      color={isPressed ? 'primary' : 'default'}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
    >
      {children}
    </IconButton>
  </Tooltip>
);

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
