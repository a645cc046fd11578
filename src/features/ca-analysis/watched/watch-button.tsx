import Star from 'lucide-react/icons/star'
import { IconButton } from '#src/ui/form/icon-button.tsx'

type WatchButtonProps = { isOn: boolean; onToggle: () => void; size?: 'sm' | 'md' }

export const WatchButton = ({ isOn, onToggle, size = 'md' }: WatchButtonProps) => (
  <IconButton
    size={size}
    label={isOn ? 'Stop watching' : 'Watch this wallet'}
    tip={isOn ? 'Stop watching' : 'Watch: hear when it trades'}
    aria-pressed={isOn}
    icon={<Star size={16} className={isOn ? 'fill-current' : undefined} />}
    className="aria-pressed:text-accent-ink"
    onClick={onToggle}
  />
)

export const WatchedMark = () => (
  <Star
    size={12}
    role="img"
    aria-label="Watched"
    className="shrink-0 fill-current text-accent-ink"
  />
)
