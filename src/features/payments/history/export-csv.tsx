import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { statementCsv, type ConsumptionType } from '#contract/payments.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'

type ExportCsvProps = {
  kind: 'recharge' | 'consumption'
  /** All types when absent. */
  type?: ConsumptionType | undefined
}

/** Saves the whole history, not only the loaded part. */
export const ExportCsv = ({ kind, type }: ExportCsvProps) => {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const response = await api.open(statementCsv, {
        query: { kind, ...(type === undefined ? {} : { consumption_type: type }) },
        reportedBy: 'caller',
      })
      const day = new Date().toISOString().slice(0, 10)
      saveFile(await response.blob(), `${kind}-history-${day}.csv`)
    } catch (error) {
      showToast({
        title: 'We couldn’t create the statement',
        description: getErrorMessage(error),
        tone: 'destructive',
      })
    }
    setIsBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Download size={14} aria-hidden="true" />}
      isLoading={isBusy}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  )
}
