import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CLIENT_SECRET, hasPage, SECRET } from '../test/application.ts'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { authFile, runFlows, useApplications } from '../test/flow-applications.ts'
import { FLOW_MISTAKES } from '../test/flow-mistakes.ts'
import { buildProgram } from '../test/program.ts'
import { containing, type Ran, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

const make = useApplications(cleanUps)

interface Report {
  readonly findings: readonly {
    readonly id: string
    readonly level: string
    readonly fix: string
    readonly docs: string
  }[]
  readonly flows: readonly { readonly provider: string; readonly notTried?: string }[]
}

function readReport({ out }: Ran): Report {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command writes
  return JSON.parse(out) as Report
}

/** Processes that run in a folder, by their ids. */
const processesIn = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === folder
      } catch {
        return false
      }
    })
    .map(Number)

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20)
}

describe('latchstring doctor --flows', () => {
  it.each(FLOW_MISTAKES)(
    'names $name',
    async ({ files, finds, level = 'broken', says }) => {
      const ran = await runFlows(await make(files), ['--json'])
      const { findings } = readReport(ran)
      expect(findings.map((one) => `${one.level} ${one.id}`)).toEqual([`${level} ${finds}`])
      for (const text of says) {
        expect(JSON.stringify(findings[0])).toContain(JSON.stringify(text).slice(1, -1))
      }
      expect(ran.code).toBe(level === 'broken' ? 1 : 0)
      for (const { docs, fix } of findings) {
        expect({ docs, there: hasPage(docs) }).toEqual({ docs, there: true })
        expect(fix).not.toBe('')
      }
      for (const secret of [SECRET, CLIENT_SECRET]) expect(ran.out + ran.err).not.toContain(secret)
    },
    90_000,
  )

  it.each([
    ['the link and the code of a mail', 'true', ['second mail', 'code']],
    ['the link alone where the store cannot count codes', 'false', []],
  ])('signs in by %s', async (_, records, steps) => {
    const folder = await make({
      'auth.js': authFile(
        `adapter: openSqlAdapter('file:app.db', { records: ${records} }), session: { strategy: 'jwt' },`,
        "import { openSqlAdapter } from '@latchstring/adapter-sql'\nimport Resend from '@latchstring/core/providers/resend'",
        'Resend',
      ),
    })
    const tables = ['--records', 'all', '--url', 'file:app.db']
    await run(['migrate', '--apply', '--yes', ...tables], { folder })
    const { code, out } = await runFlows(folder, ['--email', 'ada@acme.example'])
    const done = [...out.matchAll(/^ {2}ok {8}(.*)$/gm)].map(([, step]) => step)
    expect({ code, done }).toEqual({
      code: 0,
      done: ['sign-in page', 'mail', 'link', 'session', 'home page', 'sign-out', ...steps],
    })
  })

  it('tries no provider whose keys are in the code, and sends nothing to its service', async () => {
    let requests = 0
    const service = createServer((_request, response) => {
      requests += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    cleanUps.push(() => service.close())
    // A server on a TCP port has such an address.
    const { port } = service.address() as AddressInfo
    const folder = await make({
      'auth.js': authFile(
        '',
        "import Google from '@latchstring/core/providers/google'",
        `Google({ clientId: 'id', clientSecret: 'secret', issuer: 'http://127.0.0.1:${port}' })`,
      ),
    })
    const { flows, findings } = readReport(await runFlows(folder, ['--json']))
    expect(flows).toEqual([
      { provider: 'google', steps: [], notTried: containing('keys of its own') },
    ])
    expect(findings.map(({ id }) => id)).toEqual(['no-sign-in-tried'])
    expect(requests).toBe(0)
  })

  it('empties the variables that the configuration reads keys from', async () => {
    const folder = await make({
      'auth.js': authFile(
        '',
        '',
        'GitHub({ clientId: process.env.GITHUB_ID, clientSecret: process.env.GITHUB_SECRET })',
      ),
      '.env': `AUTH_SECRET=${SECRET}\nGITHUB_ID=id\nGITHUB_SECRET=${CLIENT_SECRET}\n`,
    })
    const { code, out } = await runFlows(folder)
    expect({ code, out }).toEqual({ code: 0, out: containing('  ok        sign-out\n') })
  })

  it('signs in with one provider alone, and as the person whose address is given', async () => {
    const folder = await make({
      'auth.js': authFile(
        'callbacks: { signIn: ({ user }) => user.email === "ada@acme.example" },',
        "import Google from '@latchstring/core/providers/google'",
        'GitHub, Google',
      ),
    })
    const ran = await runFlows(folder, [
      '--json',
      '--provider',
      'google',
      '--email',
      'ada@acme.example',
    ])
    const { flows, findings } = readReport(ran)
    expect({ findings, ids: flows.map(({ provider }) => provider) }).toEqual({
      findings: [],
      ids: ['google'],
    })
    const { err } = await runFlows(folder, ['--provider', 'gitlab'])
    expect(err).toContain('has no provider "gitlab". It has: github, google.')
  })

  it('shows no secret that a callback throws', async () => {
    const folder = await make({
      'auth.js': authFile(
        'callbacks: { jwt() { throw new Error(`bad ${new URL(process.env.CACHE).password}`) } },',
      ),
      '.env': `AUTH_SECRET=${SECRET}\nCACHE=redis://app:hunter22hunter22@cache:6379/1\n`,
    })
    for (const argv of [[], ['--json']]) {
      const { out, err } = await runFlows(folder, argv)
      expect(out).toContain('bad ***')
      expect(out + err).not.toContain('hunter22')
    }
  })

  it('uses an application that latchstring dev has started, and starts none', async () => {
    await buildProgram()
    const folder = await make({ '.env': `AUTH_SECRET=${SECRET}\n` })
    const file = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
    const argv = [file, 'dev', '--port', '0', '--', process.execPath, 'server.js']
    const program = spawn(process.execPath, argv, {
      cwd: folder,
      env: { NODE_ENV: 'development', PORT: '0', PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanUps.push(async () => {
      program.kill('SIGTERM')
      await once(program, 'close')
    })
    let written = ''
    program.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()))
    await until(() => written.includes('Listening at'))
    const url = /Listening at (\S+)/.exec(written)?.[1] ?? ''
    const { code, out } = await run(['doctor', '--flows', '--url', url], { folder, env: {} })
    expect({ code, out }).toEqual({ code: 0, out: containing('  ok        sign-out\n') })
    expect(program.exitCode).toBe(null)
  })

  it('says that another program listens where the application should be', async () => {
    const other = createSocketServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    cleanUps.push(() => other.close())
    // A server on a TCP port has such an address.
    const { port } = other.address() as AddressInfo
    const folder = await make({
      '.env': `AUTH_SECRET=${SECRET}\nAUTH_URL=http://127.0.0.1:${port}\n`,
    })
    const { out } = await runFlows(folder, [], ['--', process.execPath, '-e', ''])
    expect(out).toContain(`Another program listens at http://127.0.0.1:${port}`)
  })

  it('has ended what it has started when it is interrupted, also a process that ignores signals', async () => {
    await buildProgram()
    const stubborn =
      "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1000)"
    const folder = await make({
      'server.js': `import { spawn } from 'node:child_process'
spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore' })
setInterval(() => {}, 1000)
`,
    })
    const file = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
    const argv = [file, 'doctor', '--flows', '--', process.execPath, 'server.js']
    const program = spawn(process.execPath, argv, {
      cwd: folder,
      env: { NODE_ENV: 'development', PATH: process.env['PATH'] ?? '' },
      stdio: 'ignore',
    })
    const ended = once(program, 'exit')
    cleanUps.push(() => {
      for (const id of processesIn(folder)) process.kill(id, 'SIGKILL')
    })
    await until(() => processesIn(folder).length === 3)
    program.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
    await Promise.race([until(() => processesIn(folder).length === 0), wait(10_000)])
    expect(processesIn(folder)).toEqual([])
  })
})
