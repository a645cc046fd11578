import { cn } from '#src/lib/cn.ts'
import Search from 'lucide-react/icons/search'
import { Input } from './input.tsx'

type SearchFieldProps = {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
  size?: 'sm' | 'md'
  /** Classes of the box that places the field. */
  className?: string
}

export const SearchField = ({
  label,
  placeholder = label,
  value,
  onChange,
  maxLength,
  size = 'md',
  className,
}: SearchFieldProps) => (
  <div className={cn('relative', className)}>
    <Search
      size={size === 'sm' ? 14 : 16}
      className={cn(
        'pointer-events-none absolute top-1/2 z-1 -translate-y-1/2 text-ink-faint',
        size === 'sm' ? 'left-2' : 'left-3',
      )}
    />
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Without it, the browser reserves space for its clear button beside the placeholder.
      className={cn(
        'placeholder-shown:[&::-webkit-search-cancel-button]:hidden',
        size === 'sm' ? 'h-8 pr-1.5 pl-7 text-ui' : 'pl-9',
      )}
    />
  </div>
)
