import FileText from 'lucide-react/icons/file-text'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import type { AgentFile } from '#contract/apps/agent-files.ts'
import { formatNumber } from '#contract/numbers.ts'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { FileInput } from '#src/ui/form/file-input.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { useAddFile, useAgentFiles, useRemoveFile } from './files-api.ts'
import { readTextFile } from './read-text-file.ts'

type FilesSectionProps = {
  /** null before the agent is on the server. */
  agentId: string | null
  /** Puts a new agent on the server, so that it can have files. Returns null if that failed. */
  createAgent: () => Promise<string | null>
}

/** The text files that an agent can quote. They are saved at once. */
export const FilesSection = ({ agentId, createAgent }: FilesSectionProps) => {
  const input = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const files = useAgentFiles(agentId)
  const { isAdding, problems, add } = useAddFiles(agentId, createAgent)
  const remove = useRemoveFile(agentId)
  const shown = [...problems, ...(remove.error === null ? [] : [remove.error.message])]
  const count = files.data?.length ?? 0
  const removeFile = (file: AgentFile) =>
    remove.mutate(file, { onSuccess: () => addButton.current?.focus() })
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 text-ui font-medium">Files{count > 0 && ` (${count})`}</legend>
      <p className="text-ui text-ink-muted">
        Text your agent can quote: TXT, Markdown, CSV or JSON. Only you can see it.
      </p>
      {agentId !== null && files.isPending && (
        <LoadingRows label="Loading the files" rowClass="h-9" />
      )}
      <LoadFailure query={files}>We couldn’t load the files.</LoadFailure>
      {count > 0 && (
        <ul aria-label="Files" className="grid grid-cols-1 gap-1">
          {files.data?.map((file) => (
            <FileRow key={file.id} file={file} onRemove={() => removeFile(file)} />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <div role="alert" className="text-ui text-danger">
          {shown.map((problem) => (
            <p key={problem} className="wrap-anywhere">
              {problem}
            </p>
          ))}
        </div>
      )}
      <Button
        ref={addButton}
        size="sm"
        variant="ghost"
        className="-ml-3 justify-self-start"
        icon={<Plus size={14} />}
        isLoading={isAdding}
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
      <FileInput
        ref={input}
        label="Files for the agent"
        accept=".txt,.md,.markdown,.csv,.tsv,.json,.jsonl,.yaml,.yml,.log,.html,.xml,text/*"
        onFiles={(chosen) => void add(chosen)}
      />
    </fieldset>
  )
}

const FileRow = ({ file, onRemove }: { file: AgentFile; onRemove: () => void }) => (
  <li className="flex items-center gap-2 rounded-lg px-3 py-1 text-ui ring-1 ring-line ring-inset">
    <FileText size={15} aria-hidden className="shrink-0 text-ink-muted" />
    <span className="min-w-0 flex-1 truncate" dir="auto">
      {file.name}
    </span>
    <span className="shrink-0 text-ink-muted tabular-nums">
      {formatNumber(file.characters)} characters
    </span>
    <IconButton label={`Remove ${file.name}`} icon={<X size={15} />} onClick={onRemove} />
  </li>
)

/** Adds files one after the other, and gives one sentence for each that failed. */
const useAddFiles = (
  agentId: FilesSectionProps['agentId'],
  createAgent: FilesSectionProps['createAgent'],
) => {
  const save = useAddFile()
  const [isAdding, setIsAdding] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const addOne = async (owner: string, file: File): Promise<string[]> => {
    try {
      const read = await readTextFile(file)
      if (!read.ok) return [read.reason]
      await save.mutateAsync({ agentId: owner, name: read.name, text: read.text })
      return []
    } catch (error) {
      const why = error instanceof Error ? error.message : 'We couldn’t save it.'
      return [`${file.name}: ${why}`]
    }
  }
  const add = async (chosen: readonly File[]): Promise<void> => {
    setIsAdding(true)
    setProblems([])
    const owner = agentId ?? (await createAgent())
    // The editor says why an agent could not be created.
    if (owner !== null) {
      const failed: string[] = []
      for (const file of chosen) failed.push(...(await addOne(owner, file)))
      setProblems([...new Set(failed)])
    }
    setIsAdding(false)
  }
  return { isAdding, problems, add }
}
