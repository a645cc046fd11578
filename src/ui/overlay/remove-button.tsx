import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type RemoveButtonProps = {
  label: string
  /** Asked before the removal; null removes at once. */
  question: string | null
  description: string
  confirm: string
  onRemove: () => void
}

/** Asks before it removes something that cannot be restored. */
export const RemoveButton = ({
  label,
  question,
  description,
  confirm,
  onRemove,
}: RemoveButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconButton
        size="sm"
        label={label}
        icon={<Trash2 size={14} />}
        onClick={() => (question === null ? onRemove() : setIsAsking(true))}
      />
      {isAsking && question !== null && (
        <ConfirmDialog
          title={question}
          description={description}
          confirm={confirm}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onRemove()
          }}
        />
      )}
    </>
  )
}
