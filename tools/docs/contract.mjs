/**
 * Writes docs/contract.md: the lines of the contract, with the files whose tests prove them: `node tools/docs/contract.mjs`. The tests
 * compare it (`test/contract/table.test.ts`), and fail for a line without a test.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderTable } from '../../test/contract/src/table.mjs'
import { root } from '../root.mjs'

const TESTS = join(root, 'test/contract')

/** @type {() => string} */
export function renderContract() {
  const lines = /** @type {import('../../test/contract/src/table.mjs').Lines} */ (
    JSON.parse(readFileSync(join(TESTS, 'lines.json'), 'utf8'))
  )
  const names = readdirSync(TESTS).filter((name) => /\.(?:contract|test)\.ts$/.test(name))
  const files = names.toSorted().map((name) => {
    const source = readFileSync(join(TESTS, name), 'utf8')
    return /** @type {const} */ ([name, source])
  })
  return renderTable(lines, new Map(files))
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, 'docs/contract.md'), renderContract())
}
