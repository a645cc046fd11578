import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** A form that the page handles itself. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)
