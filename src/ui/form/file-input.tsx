import type { Ref } from 'react'

type FileInputProps = {
  /** A button opens the choice of a file by `click()`. */
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  onFile: (file: File) => void
}

/** The hidden field behind a button that takes one file. The same file can be chosen again. */
export const FileInput = ({ ref, label, accept, onFile }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    aria-label={label}
    className="hidden"
    onChange={({ target }) => {
      const file = target.files?.[0]
      target.value = ''
      if (file !== undefined) onFile(file)
    }}
  />
)
