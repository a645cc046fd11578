import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import SquarePen from 'lucide-react/icons/square-pen'
import { useRef, useState, type RefObject } from 'react'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { PromptsDialog } from './prompts-dialog.tsx'
import { prompts, usePrompts, type Prompt } from './prompts.ts'

type PromptMenuProps = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onWrite: (text: string) => void
}

/** Inserts a saved prompt at the caret, and opens the dialog for prompts. */
export const PromptMenu = ({ area, text, onWrite }: PromptMenuProps) => {
  const saved = usePrompts()
  const [dialog, setDialog] = useState<'list' | 'new' | null>(null)
  const isInserted = useRef(false)
  const insert = (prompt: Prompt) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    isInserted.current = true
    onWrite(text.slice(0, start) + prompt.text + text.slice(end))
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="lg" label="Saved prompts" icon={<Bookmark size={18} />} />}
        onOpenChange={(isOpen) => {
          if (isOpen) prompts.reload()
        }}
        returnFocusTo={() => {
          const target = isInserted.current ? area.current : null
          isInserted.current = false
          return target
        }}
        items={[
          ...saved.map((prompt) => ({
            label: prompt.name,
            icon: <Bookmark />,
            onSelect: () => insert(prompt),
          })),
          {
            label: 'Save text as prompt',
            icon: <BookmarkPlus />,
            startsGroup: saved.length > 0,
            isDisabled: text.trim() === '',
            onSelect: () => setDialog('new'),
          },
          { label: 'Edit prompts', icon: <SquarePen />, onSelect: () => setDialog('list') },
        ]}
      />
      {dialog !== null && (
        <PromptsDialog
          newText={dialog === 'new' ? text.trim() : null}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
