import { beforeAll, describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { makeApplication } from '../test/flow-applications.ts'
import { auth } from '../test/flow-mistakes.ts'
import { buildProgram } from '../test/program.ts'
import type { Files } from '../test/projects.ts'
import { type Ended, type Limits, runChild } from './lib/flows/run-child.ts'

beforeAll(() => buildProgram())

const cleanUps = cleanUpAfterEach()

/** How the flows of an application end with limits of their own, and the kinds of what they report. */
async function runWith(
  limits: Limits,
  files: Files,
): Promise<{ readonly ended: Ended; readonly reported: readonly string[] }> {
  const application = await makeApplication(files)
  cleanUps.push(() => application.remove())
  const { folder } = application
  const reported: string[] = []
  const ended = await runChild({
    task: { folder, file: 'auth.js', places: {} },
    env: {
      NODE_ENV: 'development',
      NODE_OPTIONS: '--conditions=@latchstring/source',
      AUTH_SECRET: 'e1c6a1f0b7c94d3f8a5d2e6b9c0f7a34',
      AUTH_GITHUB_ID: 'id',
      AUTH_GITHUB_SECRET: 'secret',
    },
    onMessage: ({ kind }) => reported.push(kind),
    limits,
  })
  return { ended, reported }
}

describe('the process of doctor --flows', () => {
  it('may take longer to be loaded than it may be silent afterwards', async () => {
    const late = 'await new Promise((resolve) => setTimeout(resolve, 8000))'
    const { ended, reported } = await runWith(
      { loading: 50, silence: 7, steps: 50 },
      auth('', late),
    )
    expect(ended).toEqual({ kind: 'done' })
    expect(reported.slice(0, 4)).toEqual(['configured', 'loaded', 'begin', 'end'])
  })

  it('is ended where it is not loaded in time', async () => {
    const never = 'await new Promise(() => {})'
    const { ended, reported } = await runWith(
      { loading: 1, silence: 50, steps: 50 },
      auth('', never),
    )
    expect({ ended, reported }).toEqual({ ended: { kind: 'silent', seconds: 1 }, reported: [] })
  })

  it('is ended where a step keeps the processor', async () => {
    const { ended, reported } = await runWith(
      { loading: 50, silence: 2, steps: 50 },
      auth('callbacks: { jwt() { while (true) {} } },'),
    )
    expect(ended).toEqual({ kind: 'silent', seconds: 2 })
    expect(reported.at(-1)).toBe('begin')
  })

  it('is ended where all its steps take too long', async () => {
    const { ended, reported } = await runWith(
      { loading: 50, silence: 50, steps: 2 },
      auth('callbacks: { jwt: () => new Promise(() => setInterval(() => {}, 1000)) },'),
    )
    expect(ended).toEqual({ kind: 'late', seconds: 2 })
    expect(reported.slice(0, 2)).toEqual(['configured', 'loaded'])
  })
})
