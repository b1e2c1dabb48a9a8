import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_SECRET, SECRET, hasPage } from '../test/application.ts'
import { copyExample, EXAMPLES, makeApplication, runFlows } from '../test/flow-applications.ts'
import { HEALTHY } from '../test/flow-healthy.ts'
import { FLOW_MISTAKES, auth } from '../test/flow-mistakes.ts'
import { buildProgram } from '../test/program.ts'
import type { Files } from '../test/projects.ts'
import { containing, type Ran } from '../test/run.ts'

beforeAll(() => buildProgram())

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function flows(files: Files, argv: readonly string[] = []): Promise<Ran> {
  const application = await makeApplication(files)
  cleanUps.push(() => application.remove())
  return runFlows(application.folder, argv)
}

interface Report {
  readonly findings: readonly {
    readonly id: string
    readonly level: string
    readonly what: string
    readonly fix: string
    readonly docs: string
    readonly file?: string
  }[]
  readonly flows: readonly {
    readonly provider: string
    readonly configuration?: string
    readonly notTried?: string
    readonly steps: readonly { readonly step: string; readonly result: string }[]
  }[]
}

function readReport({ out }: Ran): Report {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command writes
  return JSON.parse(out) as Report
}

describe('latchstring doctor --flows', () => {
  it.each(FLOW_MISTAKES)(
    'names $name',
    async ({ files, argv = [], finds, level = 'broken', says }) => {
      const ran = await flows(files, [...argv, '--json'])
      const { findings } = readReport(ran)
      expect(findings.map((one) => `${one.level} ${one.id}`)).toEqual([`${level} ${finds}`])
      for (const text of says) {
        expect(JSON.stringify(findings[0])).toContain(JSON.stringify(text).slice(1, -1))
      }
      expect(ran.code).toBe(level === 'broken' ? 1 : 0)
      for (const { docs, fix } of findings) {
        expect({ docs, there: await hasPage(docs) }).toEqual({ docs, there: true })
        expect(fix).not.toBe('')
      }
      for (const secret of [SECRET, CLIENT_SECRET]) expect(ran.out + ran.err).not.toContain(secret)
    },
  )

  it.each(HEALTHY)(
    'finds nothing in a healthy application: $name',
    async ({ files, flows: tried }) => {
      const ran = await flows(files, ['--json'])
      const { findings, flows: found } = readReport(ran)
      expect({ findings, code: ran.code, err: ran.err }).toEqual({ findings: [], code: 0, err: '' })
      const steps = found.map((one) => [
        one.provider,
        one.notTried ?? one.steps.map(({ step }) => step).join(', '),
      ])
      expect(Object.fromEntries(steps)).toEqual(tried)
      expect(found.flatMap((one) => one.steps).every(({ result }) => result === 'ok')).toBe(true)
    },
  )

  it.each(EXAMPLES)('finds nothing in examples/%s', async (name) => {
    const application = await makeApplication({})
    cleanUps.push(() => application.remove())
    await copyExample(name, application.folder)
    const { code, out } = await runFlows(application.folder)
    expect(out).toContain('  ok        sign-out\n')
    expect({ code, out }).toEqual({ code: 0, out: containing('Nothing is wrong') })
  })

  it('tells each step as it is done', async () => {
    const { out, code } = await flows(auth(''))
    expect(code).toBe(0)
    expect(out)
      .toBe(`Signing in to auth.js, in a process of its own: with emulators of the services and a store in memory.
Nothing leaves this machine, and none of the application's data is read or written.

github
  ok        sign-in page
  ok        POST signin
  ok        authorization
  ok        callback
  ok        session
  ok        sign-out

Nothing is wrong as far as can be seen here.
`)
  })

  const LIBRARY = `import Latchstring from '@latchstring/express'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
`
  const THROWS = "callbacks: { jwt() { throw new Error('No team.') } }"

  /** Flows as `auth.js:5 github`, with how their last step went. */
  const listTried = ({ flows: tried }: Report): readonly string[] =>
    tried.map(
      ({ provider, configuration, steps }) =>
        `${configuration} ${provider}: ${steps.at(-1)?.step} ${steps.at(-1)?.result}`,
    )

  it.each<[string, Files]>([
    [
      'an object, in one file',
      {
        'auth.js': `${LIBRARY}
export const members = Latchstring({ providers: [GitHub], ${THROWS} })
export const staff = Latchstring({ providers: [GitHub, Google], basePath: '/staff' })
`,
      },
    ],
    [
      'a function, in a file that the other imports',
      {
        'auth.js': `${LIBRARY}import { members } from './members.js'
export const all = [members]
export const staff = Latchstring(() => ({ providers: [GitHub, Google], basePath: '/staff' }))
`,
        'members.js': `${LIBRARY}
export const members = Latchstring(async () => ({ providers: [GitHub], ${THROWS} }))
`,
      },
    ],
  ])(
    'tries every configuration that is given to the library while the application is loaded: by %s',
    async (_, files) => {
      const ran = await flows({ ...auth(''), ...files }, ['--json'])
      const report = readReport(ran)
      const members = 'members.js' in files ? 'members.js:5' : 'auth.js:5'
      expect(listTried(report)).toEqual([
        `${members} github: callback failed`,
        'auth.js:6 github: sign-out ok',
        'auth.js:6 google: sign-out ok',
      ])
      expect(report.findings).toMatchObject([{ id: 'callback-throws', file: members }])
      expect(ran.code).toBe(1)
    },
  )

  it('tries configurations that one line makes, and says which call it was', async () => {
    const text = `${LIBRARY}
const open = (provider) => Latchstring({ providers: [provider] })
export const all = [open(GitHub), open(Google)]
`
    const { out, code } = await flows({ ...auth(''), 'auth.js': text })
    expect(out).toContain('\ngithub (auth.js:5)\n  ok        sign-in page\n')
    expect(out).toContain('\ngoogle (auth.js:5, call 2)\n  ok        sign-in page\n')
    expect({ code, out }).toEqual({ code: 0, out: containing('Nothing is wrong') })
  })

  it('tries a configuration where another one cannot be made', async () => {
    const text = `${LIBRARY}
export const members = Latchstring(() => { throw new Error('No tenant.') })
export const staff = Latchstring({ providers: [GitHub] })
`
    const report = readReport(await flows({ ...auth(''), 'auth.js': text }, ['--json']))
    expect(report.findings).toMatchObject([{ id: 'configuration-not-made', file: 'auth.js:5' }])
    expect(listTried(report)).toEqual(['auth.js:6 github: sign-out ok'])
  })

  it('with --provider tries every configuration that has it, and refuses one that none has', async () => {
    const text = `${LIBRARY}
export const members = Latchstring({ providers: [GitHub] })
export const staff = Latchstring({ providers: [Google] })
`
    const files = { ...auth(''), 'auth.js': text }
    const google = readReport(await flows(files, ['--json', '--provider', 'google']))
    expect(listTried(google)).toEqual(['auth.js:6 google: sign-out ok'])
    const { code, err } = await flows(files, ['--provider', 'gitlab'])
    expect({ code, err }).toEqual({ code: 1, err: containing('It has: github, google.') })
  })

  it('names the file of a configuration that it left out, and tries that one with --file', async () => {
    const files = {
      ...auth(''),
      'staff.js': `${LIBRARY}
export const staff = Latchstring({ providers: [GitHub], ${THROWS} })
`,
    }
    const ran = await flows(files, ['--json'])
    expect(readReport(ran).findings).toMatchObject([
      {
        id: 'configuration-left-out',
        level: 'note',
        fix: containing('latchstring doctor --flows --file staff.js'),
      },
    ])
    expect(ran.code).toBe(0)
    const named = readReport(await flows(files, ['--json', '--file', 'staff.js']))
    expect(named.findings).toMatchObject([{ id: 'callback-throws' }])
  })
})
