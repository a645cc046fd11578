// A quoted text, a dollar-quoted body, a comment, the end of a statement, or anything else.
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$[A-Za-z_]*\$)[\s\S]*?\1|(--[^\n]*|\/\*[\s\S]*?\*\/)|(;)|[^'"$;/-]+|[\s\S]/g

/** Splits a script into its statements, without comments and closing semicolons. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token, , comment, end] of script.matchAll(TOKEN)) {
    if (end !== undefined) {
      statements.push(current)
      current = ''
    } else if (comment === undefined) {
      current += token
    } else {
      current += ' '
    }
  }
  return [...statements, current].map((statement) => statement.trim()).filter(Boolean)
}
