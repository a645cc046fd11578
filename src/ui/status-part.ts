import { cva } from 'class-variance-authority'

/** Returns the classes of a part of the desktop's status bar. */
export const statusPartClass = cva(
  'inline-flex h-6 flex-none items-center gap-1.5 rounded-sm px-2 whitespace-nowrap max-sm:h-11 max-sm:justify-center',
  {
    variants: {
      kind: {
        text: 'max-sm:px-[5px]',
        // A finger gets 44 px, most of them below the bar.
        button:
          'hover:bg-hover data-[state=open]:bg-hover max-sm:min-w-11 pointer-coarse:relative pointer-coarse:min-w-11 pointer-coarse:justify-center pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-top-1 pointer-coarse:after:-bottom-4',
      },
    },
    defaultVariants: { kind: 'button' },
  },
)
