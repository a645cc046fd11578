import { useState } from 'react'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { readServerConfig, type OwnServer } from './own-server-config.ts'
import { useAddServer } from './own-servers-api.ts'

type AddServerDialogProps = {
  onClose: () => void
  onAdded: (app: StoreAppDetail) => void
}

const NOTHING: OwnServer = { url: '', name: '', authorization: '', header: '' }

/** Asks for the address of an MCP server, or for the JSON of another client. */
export const AddServerDialog = ({ onClose, onAdded }: AddServerDialogProps) => {
  const [server, setServer] = useState(NOTHING)
  const [pasted, setPasted] = useState('')
  const [isPasting, setIsPasting] = useState(false)
  const add = useAddServer(onAdded)
  const config = pasted.trim() === '' ? null : readServerConfig(pasted)
  const found = config?.ok === true ? config.servers : []
  const change = (part: Partial<OwnServer>) => setServer({ ...server, ...part })
  const readPasted = (text: string) => {
    setPasted(text)
    const read = text.trim() === '' ? null : readServerConfig(text)
    if (read?.ok === true && read.servers[0] !== undefined) setServer(read.servers[0])
  }
  return (
    <Dialog
      isOpen
      size="md"
      onClose={onClose}
      title="Add your own server"
      description="Any MCP server on the internet can be an app. Only you see and use it."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="add-server"
            isLoading={add.isPending}
            disabled={server.url.trim() === ''}
          >
            {add.isPending ? 'Connecting…' : 'Add server'}
          </Button>
        </>
      }
    >
      <form
        id="add-server"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (server.url.trim() !== '') add.mutate(server)
        }}
      >
        <Field label="Address" hint="For example https://mcp.example.com/mcp">
          {(control) => (
            <Input
              {...control}
              type="text"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={20_000}
              placeholder="https://"
              value={server.url}
              onChange={({ target: { value } }) => {
                if (!value.trim().startsWith('{')) return change({ url: value })
                setIsPasting(true)
                readPasted(value)
              }}
            />
          )}
        </Field>
        <Field label="Name (optional)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={60}
              value={server.name}
              onChange={({ target: { value } }) => change({ name: value })}
            />
          )}
        </Field>
        <Field
          label={server.header === '' ? 'Key (optional)' : `Key in ${server.header}`}
          hint="Encrypted on the server and sent only to this address. Leave empty to sign in instead."
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="off"
              maxLength={4_096}
              value={server.authorization}
              onChange={({ target: { value } }) => change({ authorization: value })}
            />
          )}
        </Field>
        {isPasting ? (
          <Field
            label="Configuration"
            hint="The mcpServers JSON of another client"
            error={config?.ok === false ? config.reason : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={5}
                spellCheck={false}
                maxLength={20_000}
                className="font-mono text-ui"
                value={pasted}
                onChange={({ target: { value } }) => readPasted(value)}
              />
            )}
          </Field>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            onClick={() => setIsPasting(true)}
          >
            Paste JSON instead
          </Button>
        )}
        {found.length > 1 && (
          <Field label="Which server?">
            {(control) => (
              <Select
                {...control}
                value={String(
                  Math.max(
                    0,
                    found.findIndex(({ url }) => url === server.url),
                  ),
                )}
                options={found.map(({ name, url }, index) => ({
                  value: String(index),
                  label: name === '' ? url : name,
                }))}
                onChange={({ target: { value } }) => setServer(found[Number(value)] ?? NOTHING)}
              />
            )}
          </Field>
        )}
        {add.isError && <Alert tone="danger" title={add.error.message} />}
      </form>
    </Dialog>
  )
}
