import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { AnsweredBy } from '#contract/chat/chat-model.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { useAnsweredBy } from './own-model.ts'

type AnsweredByProps = {
  own: string
  /** Name of the server's model; null without one. */
  server: string | null
}

/** Lets users with their own model choose which model answers. */
export const AnsweredByChoice = ({ own, server }: AnsweredByProps) => {
  const [saved, choose] = useAnsweredBy()
  const answeredBy = saved === 'server' && server === null ? 'commands' : saved
  const names: readonly [AnsweredBy, string][] = [
    ['own', `Your model (${own})`],
    ...(server === null ? [] : [['server', server] satisfies [AnsweredBy, string]]),
    ['commands', 'Commands only'],
  ]
  const current = names.find(([value]) => value === answeredBy)?.[1]
  return (
    <div className="flex justify-center">
      <Menu
        align="center"
        items={names.map(([value, label]) => ({
          label,
          icon: <Check size={14} className={value === answeredBy ? '' : 'invisible'} />,
          onSelect: () => choose(value),
        }))}
        trigger={
          <Button
            variant="plain"
            className="inline-flex max-w-full items-center gap-1 rounded-sm px-1 text-2xs text-ink-muted hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="truncate">Answered by {current}</span>
            <ChevronDown size={12} className="shrink-0" />
          </Button>
        }
      />
    </div>
  )
}
