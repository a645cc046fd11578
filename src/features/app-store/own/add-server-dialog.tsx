import { useState } from 'react'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { NO_SERVER, readServerConfig, type OwnServer } from './own-server-config.ts'
import { useAddServer } from './own-servers-api.ts'

type AddServerDialogProps = {
  onClose: () => void
  onAdded: (app: StoreAppDetail) => void
}

const NOT_AN_ADDRESS = 'Enter an address that begins with https://'
const isWebAddress = (text: string): boolean => /^https?:\/\/./i.test(text.trim())

/** Asks for the address of an MCP server, or for the JSON of another client. */
export const AddServerDialog = ({ onClose, onAdded }: AddServerDialogProps) => {
  const [server, setServer] = useState(NO_SERVER)
  const [pasted, setPasted] = useState('')
  const [isPasting, setIsPasting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = useAddServer(onAdded)
  const config = pasted.trim() === '' ? null : readServerConfig(pasted)
  const canAdd = server.url.trim() !== '' && config?.ok !== false
  const change = (next: OwnServer) => {
    setServer(next)
    setProblem(undefined)
    add.reset()
  }
  const paste = (text: string) => {
    setIsPasting(true)
    setPasted(text)
    add.reset()
    const read = text.trim() === '' ? null : readServerConfig(text)
    if (read?.ok === true && read.servers[0] !== undefined) setServer(read.servers[0])
  }
  return (
    <Dialog
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
            disabled={!canAdd}
          >
            {add.isPending ? 'Connecting…' : 'Add server'}
          </Button>
        </>
      }
    >
      <Form
        id="add-server"
        className="grid gap-4"
        onSubmit={() => {
          if (!isWebAddress(server.url)) setProblem(NOT_AN_ADDRESS)
          else if (canAdd) add.mutate(server)
        }}
      >
        <ServerFields server={server} problem={problem} onChange={change} onPaste={paste} />
        {isPasting ? (
          <ConfigField
            text={pasted}
            error={config?.ok === false ? config.reason : undefined}
            onChange={paste}
          />
        ) : (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 justify-self-start text-accent-ink hover:text-accent-ink"
            onClick={() => setIsPasting(true)}
          >
            Paste JSON instead
          </Button>
        )}
        {config?.ok === true && config.servers.length > 1 && (
          <ServerSelect servers={config.servers} chosen={server} onChoose={change} />
        )}
        {add.isError && <Alert tone="danger" title={add.error.message} />}
      </Form>
    </Dialog>
  )
}

type ServerFieldsProps = {
  server: OwnServer
  problem: string | undefined
  onChange: (server: OwnServer) => void
  onPaste: (json: string) => void
}

const ServerFields = ({ server, problem, onChange, onPaste }: ServerFieldsProps) => (
  <>
    <Field label="Address" hint="For example https://mcp.example.com/mcp" error={problem}>
      <Input
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={20_000}
        placeholder="https://"
        value={server.url}
        onChange={({ target: { value } }) =>
          value.trim().startsWith('{') ? onPaste(value) : onChange({ ...server, url: value })
        }
      />
    </Field>
    <Field label="Name (optional)">
      <Input
        autoComplete="off"
        maxLength={60}
        value={server.name}
        onChange={({ target: { value } }) => onChange({ ...server, name: value })}
      />
    </Field>
    <Field
      label={server.header === '' ? 'Key (optional)' : `Key in ${server.header}`}
      hint="Encrypted on the server and sent only to this address. Leave empty to sign in instead."
    >
      <Input
        type="password"
        autoComplete="off"
        maxLength={4_096}
        value={server.authorization}
        onChange={({ target: { value } }) => onChange({ ...server, authorization: value })}
      />
    </Field>
  </>
)

type ConfigFieldProps = {
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

const ConfigField = ({ text, error, onChange }: ConfigFieldProps) => (
  <Field label="Configuration" hint="The mcpServers JSON of another client" error={error}>
    <TextArea
      rows={5}
      spellCheck={false}
      maxLength={20_000}
      className="font-mono text-ui"
      value={text}
      onChange={({ target: { value } }) => onChange(value)}
    />
  </Field>
)

type ServerSelectProps = {
  servers: readonly OwnServer[]
  chosen: OwnServer
  onChoose: (server: OwnServer) => void
}

const ServerSelect = ({ servers, chosen, onChoose }: ServerSelectProps) => (
  <Field label="Which server?">
    <Select
      value={String(
        Math.max(
          0,
          servers.findIndex(({ url }) => url === chosen.url),
        ),
      )}
      options={servers.map(({ name, url }, index) => ({
        value: String(index),
        label: name === '' ? url : name,
      }))}
      onChange={({ target: { value } }) => onChoose(servers[Number(value)] ?? NO_SERVER)}
    />
  </Field>
)
