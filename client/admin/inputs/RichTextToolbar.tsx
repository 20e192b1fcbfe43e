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
import { type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LinkAddressField } from './LinkAddressField.tsx';

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

/** The buttons above a formatted text. */
export function RichTextToolbar({ editor }: { editor: Editor | null }): ReactNode {
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
