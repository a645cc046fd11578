import { InvalidArgumentError } from 'commander'
import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { parseLimit, print, resolveExistingFile } from '#server/cli/operator.ts'

describe('the number of rows to list', () => {
  it('is a whole number above 0', () => {
    expect(parseLimit('7')).toBe(7)
  })

  it.each(['', '0', '-5', '1.5', 'ten', '1e3'])('is not %j', (text) => {
    expect(() => parseLimit(text)).toThrow(InvalidArgumentError)
  })
})

describe('a file that is named on the command line', () => {
  it('may be a device, such as /dev/stdin', () => {
    expect(resolveExistingFile('/dev/null')).toBe('/dev/null')
  })

  it('is no folder', () => {
    expect(() => resolveExistingFile(tmpdir())).toThrow(/ is not a file\.$/)
  })
})

it('prints no control characters, which a terminal would obey, of what users chose', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    print('session 1  \u009b2Jbrowser\u001b[2K\u202e')
    expect(write).toHaveBeenCalledWith('session 1  2Jbrowser[2K\n')
  } finally {
    write.mockRestore()
  }
})
