import { formatFixed } from '#contract/numbers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type InputHTMLAttributes } from 'react'
import type { BodyOf, ResponseOf } from '#contract/endpoint/endpoint.ts'
import {
  deleteChatModel,
  saveChatModel,
  testChatModel,
  type ChatModel,
} from '#contract/chat/chat-model.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { useUserId } from '#src/platform/auth/auth-store.ts'
import { ownModelKey, useOwnModel } from './own-model.ts'

export const ModelSection = () => {
  const { model, error } = useOwnModel()
  if (error !== null) return <Alert tone="danger" title={error.message} />
  if (model === undefined) return <Skeleton className="h-48" />
  return <ModelForm key={JSON.stringify(model)} saved={model} />
}

const useModelCalls = (body: BodyOf<typeof saveChatModel>) => {
  const queries = useQueryClient()
  const queryKey = ownModelKey(useUserId())
  const test = useMutation({
    mutationFn: () => api.call(testChatModel, { body }),
  })
  const save = useMutation({
    mutationFn: () => api.call(saveChatModel, { body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(queryKey, data)
      showToast({ title: 'Model saved' })
    },
  })
  const remove = useMutation({
    mutationFn: () => api.call(deleteChatModel),
    onSuccess: () => {
      queries.setQueryData(queryKey, null)
      showToast({ title: 'Model removed' })
    },
  })
  return { test, save, remove }
}

const ModelForm = ({ saved }: { saved: ChatModel | null }) => {
  const [baseUrl, setBaseUrl] = useState(saved?.base_url ?? '')
  const [model, setModel] = useState(saved?.model ?? '')
  const [key, setKey] = useState('')
  const body = {
    base_url: baseUrl.trim(),
    model: model.trim(),
    ...(key.trim() === '' ? {} : { api_key: key.trim() }),
  }
  const { test, save, remove } = useModelCalls(body)
  const isComplete = body.base_url !== '' && body.model !== ''
  const error = save.error ?? remove.error ?? test.error
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    test.reset()
    save.reset()
    remove.reset()
  }
  return (
    <Form
      className="grid gap-4 rounded-xl bg-surface-raised p-4 shadow-low ring-1 ring-line"
      onSubmit={() => {
        if (isComplete) save.mutate()
      }}
    >
      <p className="text-ui text-ink-muted">
        {saved === null
          ? 'Connect any OpenAI-compatible model to answer your chats.'
          : 'Your model answers your chats. Each chat lets you choose.'}
      </p>
      <TextField
        label="Address"
        hint="The part before /chat/completions."
        type="url"
        maxLength={500}
        placeholder="https://api.example.com/v1"
        value={baseUrl}
        onText={change(setBaseUrl)}
      />
      <TextField label="Model name" maxLength={120} value={model} onText={change(setModel)} />
      <TextField
        label="Key"
        hint={
          saved?.masked_key == null
            ? 'Stored encrypted, sent to this address alone, and never shown again.'
            : `${saved.masked_key} is saved. Leave empty to keep it.`
        }
        type="password"
        maxLength={1_000}
        value={key}
        onText={change(setKey)}
      />
      {error !== null && <Alert tone="danger" title={error.message} />}
      {test.data !== undefined && <TestResult result={test.data.data} />}
      <span className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isLoading={save.isPending}
          disabled={!isComplete || remove.isPending}
        >
          Save
        </Button>
        <Button isLoading={test.isPending} disabled={!isComplete} onClick={() => test.mutate()}>
          Test
        </Button>
        {saved !== null && (
          <Button
            variant="ghost"
            isLoading={remove.isPending}
            disabled={save.isPending}
            onClick={() => remove.mutate()}
          >
            Remove
          </Button>
        )}
      </span>
    </Form>
  )
}

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: string
  onText: (text: string) => void
}

const TextField = ({ label, hint, onText, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint}>
    <Input autoComplete="off" {...rest} onChange={(event) => onText(event.target.value)} />
  </Field>
)

const TestResult = ({ result }: { result: ResponseOf<typeof testChatModel>['data'] }) =>
  result.is_ok ? (
    <Alert
      tone="positive"
      title={`The model answered in ${formatFixed(result.duration_ms / 1_000, 1)} s.`}
    />
  ) : (
    <Alert tone="danger" title={result.problem ?? 'The model did not answer.'} />
  )
