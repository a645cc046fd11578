import { themes, useIsSystemTheme, useTheme } from '#src/platform/theme/theme-store.ts'

export const THEME_CHOICES = ['light', 'dark', 'system'] as const
type ThemeChoice = (typeof THEME_CHOICES)[number]

export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') themes.followSystem()
  else themes.setTheme(choice)
}

export const useChosenTheme = (): ThemeChoice => {
  const theme = useTheme()
  return useIsSystemTheme() ? 'system' : theme
}
