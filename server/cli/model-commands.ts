import type { Command } from 'commander'
import { CommandError, parseLimit, printValue, withDatabase } from './operator.ts'

type AnswerRow = {
  id: string
  model: string
  prompt: number
  completion: number
  status: string
  endedAt: Date
}

/** A turn is deleted after this many days, see `RETENTION`. */
const MAX_DAYS = 30

export const addModelCommands = (program: Command): void => {
  program
    .command('models')
    .description('the language model')
    .command('usage')
    .description('tokens of each chat answer, newest first, and their sum; no text and no user')
    .option('--days <count>', `how many days, at most ${MAX_DAYS}`, '7')
    .option('--limit <count>', 'how many answers', parseLimit, 50)
    .action(async ({ days, limit }: { days: string; limit: number }) => {
      const span = Number(days)
      if (!Number.isInteger(span) || span < 1 || span > MAX_DAYS) {
        throw new CommandError(`--days must be a number from 1 to ${MAX_DAYS}.`)
      }
      const { answers, sums } = await withDatabase(async (db) => ({
        answers: await db.query<AnswerRow>(
          `select id, model, prompt_tokens as prompt, completion_tokens as completion, status,
             ended_at as "endedAt"
           from chat_turn
           where model is not null and ended_at is not null and created_at > now() - $1 * interval '1 day'
           order by created_at desc limit $2`,
          [span, limit],
        ),
        sums: await db.query<{
          model: string
          answers: bigint
          prompt: bigint
          completion: bigint
        }>(
          `select model, count(*) as answers, sum(prompt_tokens)::bigint as prompt,
             sum(completion_tokens)::bigint as completion
           from chat_turn where model is not null and created_at > now() - $1 * interval '1 day'
           group by model order by model`,
          [span],
        ),
      }))
      const rows = answers.map((answer) =>
        [
          answer.endedAt.toISOString(),
          answer.id,
          answer.model,
          `prompt ${answer.prompt}`,
          `completion ${answer.completion}`,
          answer.status,
        ].join('  '),
      )
      const totals = sums.map(
        ({ model, answers: count, prompt, completion }) =>
          `${model}: ${count} answers, ${prompt} prompt tokens, ${completion} completion tokens in ${span} days`,
      )
      if (rows.length === 0) rows.push('No answers of a model that reports its tokens.')
      printValue({ answers, sums }, [...rows, ...totals])
    })
}
