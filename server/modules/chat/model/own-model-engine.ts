import { LlmError } from '#server/clients/llm/llm-error.ts'
import type { Llm } from '#server/clients/llm/llm.ts'
import { TurnFailed, type Engine } from './engine.ts'
import { createModelEngine, type ModelEngineSettings } from './model-engine.ts'
import { explainModelFailure } from './try-model.ts'

type OwnModelEngineSettings = Omit<ModelEngineSettings, 'llm'> & {
  llm: Llm
  /** Answers when the model fails before its first word. */
  commands: Engine
}

export function createOwnModelEngine({ commands, ...settings }: OwnModelEngineSettings): Engine {
  const model = createModelEngine(settings)
  return {
    name: `${model.name} (yours)`,
    async answer(request, turn) {
      let hasBegun = false
      try {
        return await model.answer(request, {
          ...turn,
          // The operator does not pay for it.
          addTokens: () => undefined,
          emit: (event) => {
            if (event.type !== 'notice') hasBegun = true
            turn.emit(event)
          },
        })
      } catch (error) {
        if (!(error instanceof TurnFailed)) throw error
        const reason =
          error.cause instanceof LlmError ? explainModelFailure(error.cause) : error.message
        if (hasBegun) throw new TurnFailed(error.code, `Your model: ${reason}`, { cause: error })
        const message = `Your model failed, so commands and tools answer. ${reason}`
        turn.emit({ type: 'notice', code: 'MODEL_FALLBACK', message })
        return commands.answer(request, turn)
      }
    },
  }
}
