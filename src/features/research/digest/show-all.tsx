import { Button } from '#src/ui/form/button.tsx'

type ShowAllProps = { isWhole: boolean; onChange: (isWhole: boolean) => void; children: string }

/** The button below a list that shows only some of its rows at first. */
export const ShowAll = ({ isWhole, onChange, children }: ShowAllProps) => (
  <Button
    size="sm"
    variant="ghost"
    className="-ml-3 justify-self-start"
    onClick={() => onChange(!isWhole)}
  >
    {children}
  </Button>
)
