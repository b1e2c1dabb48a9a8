import { writeFile } from 'node:fs/promises'
import { inPart } from '@latchstring/test-kit/in-part'
import { join } from 'node:path'
import { inspect } from 'node:util'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasPage, writeApplication } from '../test/application.ts'
import { FAULTS, type Fault } from '../test/faults.ts'
import { MISTAKES } from '../test/mistakes.ts'
import { type Ran, run } from '../test/run.ts'
import { ERROR_CODES } from './lib/error-codes.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** What the console shows while something fails. */
async function readConsole({ make }: Fault): Promise<string> {
  const lines: string[] = ['GET / 200 in 3ms']
  for (const level of ['error', 'info', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)))
  }
  await make().catch(() => undefined)
  vi.restoreAllMocks()
  return [...lines, 'GET /favicon.ico 404 in 1ms', ''].join('\n')
}

/** What a logger of the application writes, as the guide shows one. */
async function readPino({ make }: Fault): Promise<string> {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  log.info('listening')
  await make({
    error(error) {
      const ref: unknown = Reflect.get(error, 'ref')
      const cause = inspect(error.cause, { depth: 4 })
      const trace: unknown = Reflect.get(error, 'trace')
      log.error({ type: error.name, ref, trace, cause, err: error }, error.message)
    },
    warn: (code, detail) => log.warn({ code, detail }, `auth: ${code}`),
  }).catch(() => undefined)
  return lines.join('')
}

const readReference = (log: string): string =>
  /\(ref (\w{8})\)|"ref":"(\w{8})"/
    .exec(log)
    ?.slice(1)
    .find((ref) => ref !== undefined) ?? ''

async function explain(log: string): Promise<Ran> {
  const application = await writeApplication({})
  cleanUps.push(() => application.remove())
  const { folder } = application
  await writeFile(join(folder, 'app.log'), log)
  return run(['explain', readReference(log), '--log', 'app.log', '--json'], { folder })
}

interface Explained {
  readonly code: string
  readonly id?: string
  readonly cause: string
  readonly fix: string
  readonly docs: string
}

function readExplained({ out }: Ran): Explained | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command writes
  return (JSON.parse(out) as { readonly explained: readonly Explained[] }).explained[0]
}

const inDocker = (log: string): string =>
  log
    .split('\n')
    .map((line) =>
      JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-11-23T10:00:00.1Z' }),
    )
    .join('\n')

const withPrefix = (log: string): string =>
  log
    .split('\n')
    .map((line) => `web-1  | \u001B[31m2026-11-23T10:00:00Z\u001B[0m ${line}`)
    .join('\n')

/** In the normal run a log of each fault is read in one form, and of some in the others. */
const SOME_FAULTS = inPart(FAULTS, (_, index) => index % 6 === 0)

describe('latchstring explain with a reference', () => {
  it.each(FAULTS)('names $name from what the console shows', async (fault) => {
    const log = await readConsole(fault)
    for (const form of [log, inDocker(log), withPrefix(log)]) {
      const ran = await explain(form)
      expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: '' })
      const explained = readExplained(ran)
      expect(explained).toMatchObject({ id: fault.explains })
      expect([explained?.docs, hasPage(explained?.docs ?? '')]).toEqual([explained?.docs, true])
      for (const text of fault.says) {
        expect(`${explained?.cause} ${explained?.fix}`).toContain(text)
      }
    }
  })

  it.each(SOME_FAULTS)('names $name from a log that is cut after 1 kB', async (fault) => {
    const log = await readConsole(fault)
    const start = log.indexOf('[auth][error]')
    const cut = log.slice(Math.max(start, 0)).slice(0, 1024)
    expect(readExplained(await explain(cut))?.id).toBe(fault.whenCut ?? fault.explains)
  })

  it.each(SOME_FAULTS)('names $name from JSON lines of pino', async (fault) => {
    const log = await readPino(fault)
    expect(readExplained(await explain(log))?.id).toBe(fault.explains)
    const cut = log.split('\n').map((line) => line.slice(0, 1024))
    expect([fault.explains, fault.whenCut]).toContain(
      readExplained(await explain(cut.join('\n')))?.id,
    )
  })
})

describe('latchstring explain', () => {
  it.each(Object.entries(ERROR_CODES))(
    'explains the code %s by its cause and its fix',
    async (code, row) => {
      const { out, err, code: exit } = await run(['explain', code])
      expect({ err, exit }).toEqual({ err: '', exit: 0 })
      expect(out).toBe(`${code}\n  Cause: ${row.cause}\n  Fix: ${row.fix}\n`)
      expect(row.cause.length * row.fix.length).toBeGreaterThan(0)
    },
  )

  it('suggests a code that is spelt nearly so', async () => {
    const { err, code } = await run(['explain', 'InvalidChek'])
    expect({ code, says: err.includes('Did you mean InvalidCheck?') }).toEqual({
      code: 1,
      says: true,
    })
  })

  it('reads the log from the standard input, in a text for people', async () => {
    const log = `12:00 [auth][error] UntrustedHost: The request's host is not trusted. (ref K7QX2MPA)
  fix: Set AUTH_URL to the address people use.
`
    const { out, code } = await run(['explain', 'k7qx2mpa'], { stdin: log })
    expect(out).toBe(`UntrustedHost, untrusted-host, ref K7QX2MPA
  Log: The request's host is not trusted.
  Cause: Nothing says what the address of the application is, or the request names another host.
  Fix: Set AUTH_URL to the address people use.
  npx @latchstring/cli docs docs/deployment.md#what-decides-about-the-address
`)
    expect(code).toBe(0)
  })

  it('says so when the log does not have the reference, or only as a part of a word', async () => {
    for (const stdin of ['', 'K7QX2MPAB xK7QX2MPA\n']) {
      const { err, code } = await run(['explain', 'K7QX2MPA'], { stdin })
      expect({ code, says: err.includes('The log has no reference K7QX2MPA') }).toEqual({
        code: 1,
        says: true,
      })
    }
  })

  it.each(['constructor', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'says that %s is neither a code nor a reference',
    async (word) => {
      const { code, out, err } = await run(['explain', word])
      expect({ code, out, says: err.includes('neither a code nor a reference') }).toEqual({
        code: 1,
        out: '',
        says: true,
      })
    },
  )

  it('reads a log of 200 MB, with lines of 8 MB and without spaces, in a small part of it', async () => {
    const line = 'x'.repeat(8_000_000)
    function* parts(): Generator<string> {
      yield 'GET / 200\n'
      for (let count = 0; count < 25; count++) yield `${line}\n`
      yield `{"ref":"K7QX2MPA","name":"InvalidCheck","message":"m ${line} without a cookie of this sign-in"}\n`
      yield '[auth][error] UntrustedHost: The host is not trusted. (ref K7QX2MPA)\r\n  fix: Set it.\r\n'
      yield `  at ${line}\n`
    }
    const { code, out } = await run(['explain', 'K7QX2MPA'], { stdin: parts() })
    expect(code).toBe(0)
    expect(out).toContain('InvalidCheck')
    expect(out).toContain('UntrustedHost, untrusted-host, ref K7QX2MPA')
    expect(out.length).toBeLessThan(20_000)
  })

  it.each(['AdapterError', 'AuthError', 'OAuthCallbackError', 'EmailSignInError', 'AccessDenied'])(
    'reads a message of %s without spaces, and one of spaces alone, in moments',
    async (code) => {
      for (const part of ['x', ' ', 'http://', 'redirect_uri', 'column "a" ', 'error: ']) {
        const message = part.repeat(900_000 / part.length)
        const logs = [
          `[auth][error] ${code}: ${message} (ref K7QX2MPA)\n`,
          `[auth][error] ${code}: (ref K7QX2MPA)\n  cause: ${message}\n`,
          `{"name":"${code}","message":"${message}","ref":"K7QX2MPA"}\n`,
        ]
        for (const log of logs) {
          const ran = await run(['explain', 'K7QX2MPA'], { stdin: [log] })
          expect({ code: ran.code, named: ran.out.includes(code) }).toEqual({
            code: 0,
            named: true,
          })
        }
      }
    },
    20_000,
  )

  it('explains the last failures of a log that repeats a reference without end', async () => {
    const stdin = Array.from(
      { length: 5000 },
      (_, index) => `[auth][error] UntrustedHost: ${index} (ref K7QX2MPA)\n`,
    ).join('')
    const { code, out } = await run(['explain', 'K7QX2MPA', '--json'], { stdin })
    expect(code).toBe(0)
    const messages = [...out.matchAll(/"message": "(\d+)"/g)].map(([, message]) => Number(message))
    expect(messages).toEqual(Array.from({ length: 20 }, (_, index) => 4980 + index))
  })

  it('reads a log whose last line has no end, and one that is cut within a letter', async () => {
    const text = Buffer.from('\u00E4 [auth][error] UntrustedHost: \u00E4 (ref K7QX2MPA)')
    const { out } = await run(['explain', 'K7QX2MPA'], {
      stdin: [text.subarray(0, 1), text.subarray(1, 34), text.subarray(34)],
    })
    expect(out).toContain('UntrustedHost')
  })

  it('says that a log cannot be read', async () => {
    for (const file of ['no-such.log', '/']) {
      const { code, err } = await run(['explain', 'K7QX2MPA', '--log', file])
      expect({ code, says: err.includes(`--log: ${file} cannot be read`) }).toEqual({
        code: 1,
        says: true,
      })
    }
  })

  it('gives no control sequence of the log to the terminal', async () => {
    const stdin =
      '[auth][error] InvalidCheck: a \u001B]0;title\u0007 \u001B[2J\u009B1m (ref K7QX2MPA)\n'
    const { out } = await run(['explain', 'K7QX2MPA'], { stdin })
    expect(out).toContain('InvalidCheck')
    // oxlint-disable-next-line no-control-regex -- that is what may not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
  })
})

const TRACE =
  '0 request GET callback; 0 cookies session absent, csrf absent, check present; 12 provider POST 400 9 ms; 14 failed OAuthCallbackError'

describe('latchstring explain with the trace of a flow', () => {
  const text = `[auth][error] OAuthCallbackError: x (ref K7QX2MPA)\n  fix: y\n  trace: ${TRACE}\n  details: {"error":"invalid_client"}\n`
  const record = JSON.stringify({
    level: 50,
    type: 'OAuthCallbackError',
    ref: 'K7QX2MPA',
    trace: TRACE,
  })
  const timeline = [
    { at: 0, step: 'request', fact: 'GET callback' },
    { at: 0, step: 'cookies', fact: 'session absent, csrf absent, check present' },
    { at: 12, step: 'provider', fact: 'POST 400 9 ms' },
    { at: 14, step: 'failed', fact: 'OAuthCallbackError' },
  ]

  it.each([
    ['what the console shows', text, timeline],
    ['JSON lines', `${record}\n`, timeline],
    [
      'a line of JSON that is cut',
      record.slice(0, record.indexOf('14 failed') + 5),
      timeline.slice(0, 3),
    ],
    ['a text that is cut', text.slice(0, text.indexOf('; 12 provider') + 7), timeline.slice(0, 2)],
  ])('has the timeline from %s, with the steps that are complete', async (_form, log, expected) => {
    expect(readExplained(await explain(log))).toMatchObject({ timeline: expected })
  })

  it('prints it in a text for people, between the log and the cause', async () => {
    const { out } = await run(['explain', 'K7QX2MPA'], { stdin: text })
    expect(out).toContain('  Timeline:\n     0 ms  request     GET callback\n')
    expect(out).toContain('    12 ms  provider    POST 400 9 ms\n')
    expect(out.indexOf('Timeline:')).toBeLessThan(out.indexOf('Cause:'))
  })
})

it('seventy different mistakes and faults are planted, each of which doctor or explain has to name', () => {
  // Some show both in files and in the log.
  const names = new Set([...MISTAKES, ...FAULTS].map(({ name }) => name))
  expect(names.size).toBeGreaterThanOrEqual(70)
})
