import { ConfirmDialog } from './confirm-dialog.tsx'

type DiscardQuestionProps = { title: string; onStay: () => void; onDiscard: () => void }

export const DiscardQuestion = ({ title, onStay, onDiscard }: DiscardQuestionProps) => (
  <ConfirmDialog
    title={title}
    description="What you wrote here is not saved."
    cancel="Keep editing"
    confirm="Discard"
    onCancel={onStay}
    onConfirm={onDiscard}
  />
)
