import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** Calls `onSubmit` instead of letting the browser send the form. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)
