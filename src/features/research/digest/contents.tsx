import { Button } from '#src/ui/form/button.tsx'

export const Contents = ({ parts }: { parts: readonly { id: string; title: string }[] }) => {
  if (parts.length < 3) return null
  return (
    <nav aria-label="Contents" className="flex flex-wrap gap-1">
      {parts.map(({ id, title }) => (
        <Button
          key={id}
          size="sm"
          variant="ghost"
          className="px-2"
          onClick={(event) => {
            const root = event.currentTarget.closest('[data-digest]')
            root?.querySelector(`[data-part="${id}"]`)?.scrollIntoView({ block: 'start' })
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  )
}
