import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'

const MIN_SOL = 0.1
const STEP_SOL = 0.1
const QUICK_SOL = [0.1, 0.5, 1, 5]

type RechargeFormProps = {
  amountSol: number
  onAmount: (amountSol: number) => void
  onStart: () => void
  /** Why the amount was not taken, next to the field. */
  error: string | null
}

export const RechargeForm = ({ amountSol, onAmount, onStart, error }: RechargeFormProps) => (
  <Card
    title="Create Recharge Order"
    description="Select the amount you want to recharge and start the process, Each query costs one POINT(0.01 SOL)."
  >
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onStart()
      }}
    >
      <Field
        label="Recharge amount (SOL)"
        error={error}
        hint={
          Number.isFinite(amountSol) && amountSol > 0
            ? `${Math.floor(amountSol * 100 + 1e-9).toLocaleString('en-US')} POINTS`
            : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="decimal"
            min={MIN_SOL}
            step={STEP_SOL}
            suffix="SOL"
            value={Number.isNaN(amountSol) ? '' : amountSol}
            onChange={(event) => onAmount(Number.parseFloat(event.target.value))}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Common amounts">
        {QUICK_SOL.map((sol) => (
          <Button
            key={sol}
            size="sm"
            aria-pressed={amountSol === sol}
            onClick={() => onAmount(sol)}
          >
            {sol} SOL
          </Button>
        ))}
      </div>
      <Button type="submit" variant="primary" size="lg" isWide>
        Start Recharge
      </Button>
    </form>
  </Card>
)

/** Null when the amount can be ordered, else the reason in words. */
export const amountProblem = (amountSol: number): string | null => {
  if (!Number.isFinite(amountSol)) return 'Enter an amount in SOL.'
  if (amountSol < MIN_SOL) return `The least amount is ${MIN_SOL} SOL.`
  return null
}
