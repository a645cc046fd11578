import { IconButton } from '#src/ui/form/icon-button.tsx'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef, useState } from 'react'
import { getAddedIcon } from '#src/platform/apps/added-app-definitions.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { FileInput } from '#src/ui/form/file-input.tsx'
import { Emoji } from '#src/ui/icons/emoji.tsx'
import { shrinkPicture } from './small-picture.ts'

const EMOJIS = ['🤖', '🐋', '📈', '🔎', '🛡️', '👛', '📰', '🎓', '🌱', '🛠️', '📡', '💡'] as const

type LogoChoiceProps = { name: string; logo: string; onChange: (logo: string) => void }

export const LogoChoice = ({ name, logo, onChange }: LogoChoiceProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (chosen: string) => {
    setProblem(null)
    onChange(chosen)
  }
  const read = async (file: File) => {
    const picture = await shrinkPicture(file)
    if (picture.ok) choose(picture.dataUrl)
    else setProblem(picture.reason)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-ui font-medium">Logo</legend>
      <div className="flex items-center gap-4">
        <AppIcon icon={getAddedIcon(name === '' ? 'Agent' : name, logo)} sizePx={56} />
        <div className="grid grid-cols-6 gap-1 max-[400px]:grid-cols-4">
          {EMOJIS.map((emoji) => (
            <IconButton
              key={emoji}
              label={`Logo ${emoji}`}
              icon={<Emoji text={emoji} />}
              aria-pressed={logo === emoji}
              className="size-8 text-lg aria-pressed:bg-accent-soft aria-pressed:ring-1 aria-pressed:ring-accent"
              onClick={() => choose(emoji)}
            />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => choose('')} aria-pressed={logo === ''}>
          First letter
        </Button>
        <Button size="sm" icon={<ImageUp size={14} />} onClick={() => input.current?.click()}>
          Upload picture
        </Button>
        <FileInput
          ref={input}
          label="Logo picture"
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => {
            read(file).catch(() => setProblem('We couldn’t read this picture. Choose another one.'))
          }}
        />
      </div>
      {problem !== null && (
        <p role="alert" className="text-ui text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
