import PlugZap from 'lucide-react/icons/plug-zap'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
import { useCheckServer, useRemoveServer } from './own-servers-api.ts'

/** Tests the user's own server, shows what has changed since it was accepted, and removes it. */
export const OwnServerPanel = ({
  detail,
  onRemoved,
}: {
  detail: StoreAppDetail
  onRemoved: () => void
}) => {
  const check = useCheckServer(detail.id)
  const isSuspended = detail.audit_status !== 'approved'
  const isWaiting = isSuspended && detail.pins.reviewed === null
  return (
    <section className="grid gap-3" aria-label="Your server">
      {isWaiting && (
        <Alert tone="warning" title="This server needs a sign-in or key">
          Sign in or save a key below. Its tools appear then.
        </Alert>
      )}
      {isSuspended && !isWaiting && check.data === undefined && (
        <Alert tone="warning" title="Paused: its tools changed">
          Test the connection to see the changes, then accept them or remove the server.
        </Alert>
      )}
      <CheckResult check={check} />
      <span className="flex flex-wrap gap-2">
        {!isWaiting && (
          <Button
            size="sm"
            icon={<PlugZap size={14} />}
            isLoading={check.isPending}
            onClick={() => check.mutate(null)}
          >
            Test connection
          </Button>
        )}
        <RemoveServer id={detail.id} name={detail.name} onRemoved={onRemoved} />
      </span>
    </section>
  )
}

const CheckResult = ({ check }: { check: ReturnType<typeof useCheckServer> }) => {
  const { data, error, isPending } = check
  return (
    <>
      {data?.is_current === false && (
        <Alert
          tone="warning"
          title="Its tools changed"
          action={
            <Button
              size="sm"
              variant="primary"
              isLoading={isPending}
              onClick={() => check.mutate(data.pin)}
            >
              Accept the changes
            </Button>
          }
        >
          <ul className="grid gap-0.5">
            {data.changes.map(({ name, change, fields }) => (
              <li key={name} className="wrap-anywhere">
                {name}: {change}
                {fields.length === 0 ? '' : ` (${fields.join(', ')})`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {data?.is_current === true && (
        <Alert tone="positive" title={`Connected in ${data.latency_ms} ms. Tools unchanged.`} />
      )}
      {error !== null && <Alert tone="danger" title={error.message} />}
    </>
  )
}

type RemoveServerProps = { id: string; name: string; onRemoved: () => void }

const RemoveServer = ({ id, name, onRemoved }: RemoveServerProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveServer(onRemoved)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 size={14} />}
        onClick={() => setIsAsking(true)}
      >
        Remove server
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          description="Its key and your choices are deleted too. You can add it again later."
          confirm="Remove"
          isBusy={remove.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => remove.mutate(id)}
        >
          {remove.isError && <Alert tone="danger" title={remove.error.message} />}
        </ConfirmDialog>
      )}
    </>
  )
}
