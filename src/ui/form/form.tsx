import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** Calls `onSubmit` instead of letting the browser send the form, or a form around the dialog that it is in. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onSubmit()
    }}
  />
)
