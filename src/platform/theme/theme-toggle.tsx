import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { themes, useTheme } from './theme-store.ts'

export const ThemeToggle = ({ className }: { className?: string }) => {
  const theme = useTheme()
  return (
    <IconButton
      label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={theme === 'dark' ? <Sun size={16} /> : <Moon size={16} />}
      onClick={themes.toggleTheme}
      {...(className === undefined ? {} : { className })}
    />
  )
}
