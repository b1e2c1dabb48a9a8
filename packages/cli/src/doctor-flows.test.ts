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
  }[]
  readonly flows: readonly {
    readonly provider: string
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
})
