import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { statementCsv, type ConsumptionType } from '#contract/payments.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'

type ExportCsvProps = {
  kind: 'recharge' | 'consumption'
  /** All types when absent. */
  type?: ConsumptionType | undefined
}

/** Saves the complete history, not only the loaded part. */
export const ExportCsv = ({ kind, type }: ExportCsvProps) => {
  const save = useMutation({
    mutationFn: async () => {
      const response = await api.open(statementCsv, {
        query: { kind, ...(type === undefined ? {} : { consumption_type: type }) },
      })
      const day = new Date().toISOString().slice(0, 10)
      saveFile(await response.blob(), `${kind}-history-${day}.csv`)
    },
    onError: ({ message }) => showFailure('We couldn’t create the statement', message),
  })
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Download size={14} />}
      isLoading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
