import { describe, expect, it } from 'vitest'
import { splitStatements } from '#server/db/sql-statements.ts'

describe('splitStatements', () => {
  it.each([
    ['select 1; select 2;', ['select 1', 'select 2']],
    ['select 1', ['select 1']],
    [' ;; \n;', []],
    [
      `insert into t values ('a;b', 'it''s; c');select 2`,
      [`insert into t values ('a;b', 'it''s; c')`, 'select 2'],
    ],
    [`select "odd;name" from t; select 2`, [`select "odd;name" from t`, 'select 2']],
    ['-- one; two\nselect 1; /* three; four */ select 2', ['select 1', 'select 2']],
    [
      'create function f() as $$ begin; end; $$; select $1; select $body$ $$;$$ $body$',
      ['create function f() as $$ begin; end; $$', 'select $1', 'select $body$ $$;$$ $body$'],
    ],
    ['select 4 - 2 / 1; select 2', ['select 4 - 2 / 1', 'select 2']],
  ])('splits %j', (script, statements) => {
    expect(splitStatements(script)).toEqual(statements)
  })
})
