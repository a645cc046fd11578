import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { copyText } from '#src/lib/copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** Long enough to be seen, short enough to be ready for the next copy. */
const CONFIRMATION_MS = 1500

type CopyButtonProps = { text: string; label?: string }

export const CopyButton = ({ text, label = 'Copy' }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  useEffect(() => {
    if (outcome === 'none') return undefined
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await copyText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const message = { none: label, copied: 'Copied', refused: 'Copying is blocked by the browser' }[
    outcome
  ]
  return (
    // Relative, so that the positioned text for screen readers stays within the scroller around the button.
    <span className="relative inline-flex">
      <IconButton
        size="sm"
        label={label}
        tip={message}
        icon={
          outcome === 'copied' ? <Check size={14} className="text-positive" /> : <Copy size={14} />
        }
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {outcome === 'none' ? '' : message}
      </span>
    </span>
  )
}
