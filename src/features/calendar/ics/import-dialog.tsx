import { useEffect, useState } from 'react'
import { createRandomId } from '#src/lib/random-id.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import type { ImportProblem, ImportedFile } from './ics-import.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'

type ImportDialogProps = {
  file: File
  onImport: (events: readonly CalendarEvent[]) => void
  onClose: () => void
}

/**
 * Returns the text of a file in UTF-8, or in Latin-1, which older programs write. Decoded as UTF-8, Latin-1 has replacement
 * characters and otherwise only ASCII.
 */
const readText = async (file: File): Promise<string> => {
  const text = await file.text()
  return text.includes('\uFFFD') && !/[\u0080-\uFFFC]/.test(text)
    ? new TextDecoder('windows-1252').decode(await file.arrayBuffer())
    : text
}

const readFile = async (file: File): Promise<ImportedFile> => {
  const { MAX_FILE_BYTES, readCalendarFile } = await import('./ics-import.ts')
  if (file.size > MAX_FILE_BYTES) return { ok: false, reason: texts.import.tooLarge }
  return readCalendarFile(await readText(file), { makeId: createRandomId })
}

const useFile = (file: File): ImportedFile | null => {
  const [read, setRead] = useState<ImportedFile | null>(null)
  useEffect(() => {
    let isWanted = true
    const finish = (outcome: ImportedFile) => {
      if (isWanted) setRead(outcome)
    }
    readFile(file).then(finish, () => finish({ ok: false, reason: texts.import.unopened }))
    return () => {
      isWanted = false
    }
  }, [file])
  return read
}

const SHOWN_PROBLEMS = 200

const Problems = ({ title, list }: { title: string; list: readonly ImportProblem[] }) =>
  list.length === 0 ? null : (
    <Disclosure
      title={title}
      isOpen={list.length < 4}
      className="rounded-lg bg-surface-sunken px-4 py-3 text-ui"
    >
      <ul className="mt-2 grid max-h-48 gap-1.5 overflow-auto">
        {list.slice(0, SHOWN_PROBLEMS).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <span className="tabular font-medium">{texts.import.line(line)}</span>{' '}
            <span className="text-ink-muted">{text}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const Found = ({ file, name }: { file: Extract<ImportedFile, { ok: true }>; name: string }) => (
  <div className="grid gap-3">
    <p className="wrap-break-word">{texts.import.found(file.events.length, name)}</p>
    <Problems title={texts.import.problems(file.problems.length)} list={file.problems} />
    <Problems title={texts.import.remarks(file.remarks.length)} list={file.remarks} />
    {file.others > 0 && (
      <p className="text-ui text-ink-muted">{texts.import.others(file.others)}</p>
    )}
  </div>
)

/** Shows what a calendar file contains and what is wrong with it, and imports it on request. */
export const ImportDialog = ({ file, onImport, onClose }: ImportDialogProps) => {
  const read = useFile(file)
  const events = read?.ok === true ? read.events : []
  return (
    <Dialog
      size="md"
      title={texts.import.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            {read?.ok === false ? texts.import.close : texts.import.cancel}
          </Button>
          {events.length > 0 && (
            <Button variant="primary" onClick={() => onImport(events)}>
              {texts.import.confirm(events.length)}
            </Button>
          )}
        </>
      }
    >
      {read === null && <Progress label={texts.import.reading} />}
      {read?.ok === false && (
        <Alert tone="danger" title={texts.import.failed(file.name)}>
          {read.reason} {texts.import.untouched}
        </Alert>
      )}
      {read?.ok === true && <Found file={read} name={file.name} />}
    </Dialog>
  )
}
