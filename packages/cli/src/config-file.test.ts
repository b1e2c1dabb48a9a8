import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProgram, runProgram } from '../test/program.ts'
import type { Ran } from '../test/run.ts'

let folder = ''

beforeAll(async () => {
  await buildProgram()
  folder = await mkdtemp(join(tmpdir(), 'latchstring-config-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function schemaWith(file: string, text: string): Promise<Ran> {
  await writeFile(join(folder, file), text)
  return runProgram(['schema', '--dialect', 'sqlite', '--config', file], { folder })
}

const OBJECT = `{ ids: 'uuid', tables: { users: 'people' }, userFields: { role: 'text' } }`

/** Types that can be left out are read without an option from here on. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const READS_TYPES = major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)

describe('the file of --config', () => {
  it.each([
    ['a.json', `{ "tables": { "users": "people" }, "userFields": { "role": "text" } }`],
    ['b.mjs', `export default /** @type {const} */ (${OBJECT})`],
    ['c.mjs', `export const schema = ${OBJECT}`],
    ['d.cjs', `module.exports = ${OBJECT}`],
  ])('is read: %s', async (file, text) => {
    const { code, out, err } = await schemaWith(file, text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('create table "people"')
    expect(out).toContain('"role" text')
  })

  it('is read as TypeScript where Node can, and named in the error otherwise', async () => {
    const { code, out, err } = await schemaWith('e.ts', `export const schema = ${OBJECT} as const`)
    expect(code).toBe(READS_TYPES ? 0 : 1)
    if (READS_TYPES) expect(out).toContain('create table "people"')
    else expect(err).toMatch(/e\.ts cannot be loaded: .*Node reads types .* from 22\.18 on/)
  })

  it.each([
    ['f.mjs', 'export const one = {}, two = {}', 'the default export, or the only one'],
    ['g.mjs', 'export default 5', 'has to be an object'],
    ['h.mjs', 'throw new Error("broken")', 'h.mjs cannot be loaded: broken'],
    ['i.mjs', `export default { columns: { users: { emailVerifed: 'x' } } }`, 'emailVerified?'],
    ['j.mjs', `export default { tables: { users: 'a', accounts: 'a' } }`, 'is taken by "users"'],
    ['k.json', `{ "columns": { "users": { "emailVerifed": "x" } } }`, 'k.json: columns.users'],
  ])('is refused with an error that says why: %s', async (file, text, says) => {
    const { code, out, err } = await schemaWith(file, text)
    expect(err).toContain(says)
    expect(err).not.toMatch(/^ {4}at /m)
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })

  it('does not prevent the error for two tables of one name', async () => {
    const argv = ['schema', '--dialect', 'sqlite', '--tables', 'users=a,accounts=a']
    const { code, err } = await runProgram(argv)
    expect(err).toContain('tables.accounts: the table "a" is taken by "users".')
    expect(code).toBe(1)
  })
})
