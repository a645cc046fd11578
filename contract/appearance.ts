export const WALLPAPERS = ['dunes', 'aurora', 'contour', 'mosaic', 'dawn', 'plain'] as const
export type Wallpaper = (typeof WALLPAPERS)[number]

export const ACCENTS = ['iris', 'azure', 'teal', 'plum', 'rose', 'ember', 'graphite'] as const
export type Accent = (typeof ACCENTS)[number]
