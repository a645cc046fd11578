import type { Ref } from 'react'

type FileInputProps = {
  /** A button calls `click()` on it to choose a file. */
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
} & ({ onFile: (file: File) => void } | { onFiles: (files: readonly File[]) => void })

/** The hidden field behind a button that takes one file or several. The same file can be chosen again. */
export const FileInput = ({ ref, label, accept, ...handlers }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    aria-label={label}
    multiple={'onFiles' in handlers}
    className="hidden"
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      const [file] = files
      if (file === undefined) return
      if ('onFiles' in handlers) handlers.onFiles(files)
      else handlers.onFile(file)
    }}
  />
)
