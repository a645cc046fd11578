import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import { Button } from '#src/ui/form/button.tsx'

type ResultButtonsProps = {
  onExport: (format: 'csv' | 'json') => void
  newLabel: string
  onNew: () => void
}

export const ResultButtons = ({ onExport, newLabel, onNew }: ResultButtonsProps) => (
  <>
    {(['csv', 'json'] as const).map((format) => (
      <Button
        key={format}
        size="sm"
        icon={<Download size={14} aria-hidden="true" />}
        onClick={() => onExport(format)}
      >
        {format.toUpperCase()}
      </Button>
    ))}
    <Button
      size="sm"
      variant="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={onNew}
    >
      {newLabel}
    </Button>
  </>
)
