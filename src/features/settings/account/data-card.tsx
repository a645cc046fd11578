import { POINTS_PER_SOL } from '#contract/money.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { deleteAccount, exportData, type Reauthentication } from '#contract/auth.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { ConfirmIdentity, isUnconfirmed } from '#src/platform/auth/confirm-identity.tsx'
import { api, session } from '#src/platform/auth/page-session.ts'
import { getPersonalTabStorage } from '#src/platform/auth/personal-storage.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { Card } from '#src/ui/card.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { SettingRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'

export const DataCard = () => (
  <Card title={texts.data.title}>
    <div className="divide-y">
      <ExportData />
      <DeleteAccount />
    </div>
  </Card>
)

const ExportData = () => {
  const save = useMutation({
    mutationFn: async () => {
      const response = await api.open(exportData)
      saveFile(await response.blob(), `my-data-${new Date().toISOString().slice(0, 10)}.json`)
    },
    onError: ({ message }) => showFailure(texts.data.exportFailed, message),
  })
  return (
    <SettingRow
      title={texts.data.export}
      description={texts.data.exportHint}
      control={
        <Button
          icon={<Download size={15} />}
          isLoading={save.isPending}
          onClick={() => save.mutate()}
        >
          {texts.data.exportAction}
        </Button>
      }
    />
  )
}

const DeleteAccount = () => {
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useQuery({ ...balanceQuery(null), enabled: isAsking })
  const points = Math.floor(Number(data?.user_sol_balance ?? 0) * POINTS_PER_SOL + 1e-6)
  const remove = async (evidence: Reauthentication) => {
    try {
      await api.call(deleteAccount, { body: evidence })
    } catch (error) {
      if (!isUnconfirmed(error)) {
        const description = getErrorMessage(error)
        showFailure(texts.data.deleteFailed, description)
      }
      throw error
    }
    const storage = getPersonalTabStorage()
    session.signOut(null)
    // After signing out, which saves the windows again.
    for (const key of storage.keys()) storage.remove(key)
    showToast({ title: texts.data.deleted })
  }
  return (
    <>
      <SettingRow
        title={texts.data.delete}
        description={texts.data.deleteHint}
        control={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {texts.data.delete}
          </Button>
        }
      />
      {isAsking && (
        <ConfirmIdentity
          danger={texts.data.delete}
          description={texts.data.deleteConfirm(points)}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
