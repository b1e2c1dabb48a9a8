import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** What the compiler says, line by line. */
function compile(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const args = ['-p', FOLDER, '--noEmit', '--pretty', 'false']
    execFile(TSC, args, { cwd: FOLDER }, (_, stdout, stderr) => {
      resolve(`${stdout}${stderr}`.split('\n'))
    })
  })
}

// The assertions about types hold when the compiler says so: while tests run they do nothing.
test('the type program of the contract compiles', { timeout: 120_000 }, async () => {
  const errors = (await compile()).filter((line) => /error TS/.test(line))
  // Errors elsewhere are for the check of all types.
  expect(errors.filter((line) => !line.startsWith('../'))).toEqual([])
})
