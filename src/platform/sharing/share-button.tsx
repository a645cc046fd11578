import Share2 from 'lucide-react/icons/share-2'
import { type ComponentProps, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** The button that makes a link by which anyone can read an item, and ends it. */
export const ShareButton = (dialog: Omit<ComponentProps<typeof ShareDialog>, 'onClose'>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<Share2 size={14} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Share
      </Button>
      {isOpen && <ShareDialog {...dialog} onClose={() => setIsOpen(false)} />}
    </>
  )
}
