import Columns3 from 'lucide-react/icons/columns-3'
import { useStore } from 'zustand'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { isColumnShown, resetColumns, toggleColumn, walletColumns } from './columns-store.ts'
import { COLUMNS } from './wallet-columns.tsx'

export const ColumnChooser = () => {
  const state = useStore(walletColumns)
  return (
    <Popover
      title="Columns"
      trigger={
        <Button
          size="sm"
          className="@max-md:px-2"
          icon={<Columns3 size={14} className="@max-md:hidden" />}
        >
          Columns
        </Button>
      }
    >
      <div className="-mx-1 grid max-h-80 grid-cols-2 gap-x-2 overflow-y-auto px-1 text-ui">
        {COLUMNS.filter(({ key }) => key !== 'wallet').map(({ key, title }) => (
          <Checkbox
            key={key}
            isChecked={isColumnShown(state, key)}
            onChange={() => toggleColumn(key)}
          >
            {title === '#' ? 'Rank' : title}
          </Checkbox>
        ))}
      </div>
      {state.chosen === null && (
        <p className="mt-2 text-ui text-ink-muted">
          A narrow window hides some of them. Once you choose, the table scrolls sideways instead.
        </p>
      )}
      <Button
        size="sm"
        isWide
        className="mt-3"
        disabled={state.chosen === null}
        onClick={resetColumns}
      >
        Reset columns
      </Button>
    </Popover>
  )
}
