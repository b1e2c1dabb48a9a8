import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADA, PEOPLE, storePeople } from '@latchstring/test-kit/people'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { containing, run } from '../test/run.ts'
import { adapter, auth, leave, orders } from '../test/users-application.ts'

const FILE = fileURLToPath(new URL('../test/users-application.ts', import.meta.url))

const users = (...argv: readonly string[]) => run(['users', ...argv, '--file', FILE])

const isThere = async (id: string): Promise<boolean> => (await adapter.getUser(id)) !== null

let folder: string

beforeAll(() => adapter.migrate())
afterAll(() => adapter.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchstring-users-'))
  await storePeople(adapter, new Date(0))
})

afterEach(async () => {
  orders.erased.splice(0)
  orders.fails = false
  for (const { id } of Object.values(PEOPLE)) await adapter.deleteUser(id)
  await rm(folder, { recursive: true })
})

describe('users export', () => {
  it('prints what is kept about a user, by id and by address', async () => {
    for (const name of [ADA.id, ADA.email]) {
      const { code, out } = await users('export', name)
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({
        user: { id: ADA.id, email: ADA.email },
        application: { orders: [ADA.id] },
      })
    }
  })

  it('writes a file for its owner alone, and in place of no other', async () => {
    const out = join(folder, 'ada.json')
    expect(await users('export', ADA.id, '--out', out)).toMatchObject({ code: 0, out: '' })
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ user: { id: ADA.id } })
    expect((await stat(out)).mode & 0o077).toBe(0)
    expect(await users('export', ADA.id, '--out', out)).toMatchObject({
      code: 1,
      err: containing('cannot be written'),
    })
  })

  it('sets the variables of the files that the application has', async () => {
    const file = join(folder, 'application.mjs')
    await writeFile(join(folder, '.env'), 'LATCHSTRING_TEST_SHOP=from the file\n')
    await writeFile(file, "throw new Error(`shop ${process.env['LATCHSTRING_TEST_SHOP']}`)\n")
    onTestFinished(() => void delete process.env['LATCHSTRING_TEST_SHOP'])
    const { err } = await run(['users', 'export', ADA.id, '--file', file], { folder })
    expect(err).toContain('shop from the file')
  })

  it('knows no other user', async () => {
    expect(await users('export', 'none@example.com')).toMatchObject({
      code: 1,
      out: '',
      err: containing('There is no user with this id or address.'),
    })
  })
})

describe('users erase', () => {
  it('says what would go, and deletes it with --yes', async () => {
    const planned = await users('erase', ADA.email)
    expect(planned).toMatchObject({ code: 2, out: containing('0 accounts, 0 passkeys') })
    expect(planned.out).not.toContain(ADA.email)
    expect([await isThere(ADA.id), orders.erased]).toEqual([true, []])
    expect(await users('erase', ADA.email, '--yes')).toMatchObject({
      code: 0,
      out: containing('is deleted'),
    })
    expect([await isThere(ADA.id), orders.erased]).toEqual([false, [ADA.id]])
    expect((await users('erase', ADA.id, '--yes')).code).toBe(1)
  })

  it('begins those again that are due, and says which failed', async () => {
    orders.fails = true
    await expect(auth.system(leave).request(ADA.id)).rejects.toThrow('locked')
    expect(await users('erase', '--due')).toMatchObject({ code: 2, out: containing('1 user due') })
    const failed = await users('erase', '--due', '--yes', '--json')
    expect([failed.code, JSON.parse(failed.out)]).toEqual([
      1,
      { deleted: [], refused: [], failed: [{ userId: ADA.id, error: containing('locked') }] },
    ])
    orders.fails = false
    expect(await users('erase', '--due', '--yes')).toMatchObject({
      code: 0,
      out: containing('1 user deleted'),
    })
    expect(await isThere(ADA.id)).toBe(false)
    expect(await users('erase', '--due')).toMatchObject({ code: 0, out: containing('0 users due') })
  })

  it('deletes users again whom a backup has brought back, by ids alone', async () => {
    const again = join(folder, 'erased.txt')
    await writeFile(again, `# erased\n${ADA.id}\nanother-id\n${PEOPLE.grace.email}\n`)
    expect(await users('erase', '--again', again)).toMatchObject({
      code: 2,
      out: containing('1 user of 3'),
    })
    const done = await users('erase', '--again', again, '--yes', '--json')
    expect([done.code, JSON.parse(done.out)]).toEqual([
      0,
      { deleted: [ADA.id], refused: [], failed: [] },
    ])
    expect([await isThere(ADA.id), await isThere(PEOPLE.grace.id)]).toEqual([false, true])
  })

  it.each([
    [[], 'Pass one of ID|EMAIL, --due and --again FILE.'],
    [['a', '--due'], 'Pass one of ID|EMAIL, --due and --again FILE.'],
    [['a', '--out', 'b'], '--out is not for "erase".'],
    [['a', '--limit', '3'], '--limit is for --due alone.'],
    [['--due', '--limit', '0'], 'is not a number from 1 to 10000'],
  ])('refuses the call %s', async (argv, message) => {
    expect(await users('erase', ...argv)).toMatchObject({ code: 1, err: containing(message) })
  })

  it('says what the module of the application has to export', async () => {
    const file = join(folder, 'auth.mjs')
    await writeFile(file, `export const leave = { name: 'leaving', system: { eraseUser() {} } }\n`)
    expect(await run(['users', 'erase', 'a', '--file', file])).toMatchObject({
      code: 1,
      err: containing('has to export `system`'),
    })
    await writeFile(join(folder, 'other.mjs'), 'export const system = () => undefined\n')
    expect(await run(['users', 'erase', 'a', '--file', 'other.mjs'], { folder })).toMatchObject({
      code: 1,
      err: containing('has to export the feature'),
    })
  })
})
