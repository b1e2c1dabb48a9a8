import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SECRET } from '../test/application.ts'
import { makeApplication, runFlows } from '../test/flow-applications.ts'
import { auth } from '../test/flow-mistakes.ts'
import { buildProgram } from '../test/program.ts'
import type { Files } from '../test/projects.ts'
import { containing, run } from '../test/run.ts'

beforeAll(() => buildProgram())

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function make(files: Files): Promise<string> {
  const application = await makeApplication(files)
  cleanUps.push(() => application.remove())
  return application.folder
}

/** A server of this machine, such as the database of the application, that counts who comes. */
async function listen(): Promise<{ readonly port: number; readonly count: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  // A server on a TCP port has such an address.
  return { port: (server.address() as AddressInfo).port, count: () => connections }
}

/** A server of this machine for datagrams, such as a name server, that counts them. */
async function listenForDatagrams(): Promise<{ readonly port: number; count(): number }> {
  let datagrams = 0
  const socket = createSocket('udp4', () => {
    datagrams += 1
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  cleanUps.push(() => socket.close())
  return { port: socket.address().port, count: () => datagrams }
}

/** Programs that run in a folder, by their ids. */
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

/** What those programs are called. */
const titlesIn = (folder: string): readonly string[] =>
  processesIn(folder).map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', '')
    } catch {
      return ''
    }
  })

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20)
}

describe('latchstring doctor --flows', () => {
  it('makes no connection, listens at no port, writes no file and starts no program, whatever the application does', async () => {
    const { port, count } = await listen()
    const questions = await listenForDatagrams()
    const folder = await make({
      ...auth(
        `callbacks: {
    async jwt({ token }) {
      const reach = async (work) => { try { await work() } catch {} }
      await reach(() => fetch('http://127.0.0.1:${port}/'))
      await reach(() => once(net.connect(${port}, '127.0.0.1'), 'connect'))
      await reach(() => lookup('example.com'))
      await reach(async () => {
        const resolver = new Resolver({ timeout: 100, tries: 1 })
        resolver.setServers(['127.0.0.1:${questions.port}'])
        await resolver.resolveMx('example.com')
      })
      await reach(() => new Promise((resolve, reject) => {
        const resolver = new dns.Resolver({ timeout: 100, tries: 1 })
        resolver.setServers(['127.0.0.1:${questions.port}'])
        resolver.resolve4('example.com', (error) => (error ? reject(error) : resolve()))
      }))
      await reach(() => new Promise((resolve) => {
        const program = new ChildProcess()
        program.once('exit', resolve)
        program.spawn({ file: '/bin/sh', args: ['sh', '-c', 'echo x > written.txt'], stdio: 'ignore' })
      }))
      await reach(() => writeFileSync('written.txt', 'x'))
      await reach(() => writeFile('written.txt', 'x'))
      await reach(() => execFileSync(process.execPath, ['-e', 'fs.writeFileSync("written.txt", "x")']))
      await reach(() => new Promise((resolve, reject) => {
        const worker = new Worker("require('node:worker_threads').workerData[0] = 1", { eval: true, workerData: cells })
        worker.once('exit', resolve).once('error', reject)
      }))
      await reach(() => new Promise((resolve) => {
        // It asks no name server for the address, which is refused by itself.
        const lookup = (name, options, done) => done(null, '127.0.0.1', 4)
        createSocket({ type: 'udp4', lookup }).send('x', ${questions.port}, 'localhost', resolve)
      }))
      // What a worker writes to a file is refused to it as well, so that its memory has to say whether it ran.
      if (cells[0] !== 0) throw new Error('A worker ran.')
      return token
    },
  },`,
        `import { ChildProcess, execFileSync } from 'node:child_process'
import dns from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
const cells = new Int32Array(new SharedArrayBuffer(4))
try { writeFileSync('loaded.txt', 'x') } catch {}
// The port is taken.
const server = net.createServer().listen(${port}, () => console.log(server.address().port))
await once(server, 'listening')
try { await fetch('http://127.0.0.1:${port}/') } catch {}`,
      ),
    })
    const { code, out } = await runFlows(folder)
    // What it catches is its own matter, and the sign-in goes on.
    expect(out).toContain('  ok        sign-out\n')
    expect({ code, connections: count(), questions: questions.count() }).toEqual({
      code: 0,
      connections: 0,
      questions: 0,
    })
    for (const file of ['written.txt', 'loaded.txt']) {
      expect(existsSync(join(folder, file))).toBe(false)
    }
  })

  it('leaves the database of an adapter alone', async () => {
    const { port, count } = await listen()
    const folder = await make({
      ...auth(
        "adapter: openSqlAdapter(process.env.DATABASE_URL), session: { strategy: 'database' },",
        "import { openSqlAdapter } from '@latchstring/adapter-sql'",
      ),
      '.env': `AUTH_SECRET=${SECRET}\nDATABASE_URL=postgres://app:secret@127.0.0.1:${port}/app\n`,
    })
    const { code, out } = await runFlows(folder)
    expect(out).toContain('Nothing is wrong')
    expect({ code, connections: count() }).toEqual({ code: 0, connections: 0 })
  })

  it('shows no secret that a callback throws', async () => {
    const folder = await make(
      auth('callbacks: { jwt() { throw new Error(`bad key ${process.env.AUTH_SECRET}`) } },'),
    )
    const { out, err } = await runFlows(folder)
    expect(out).toContain('throws: bad key ***')
    expect(out + err).not.toContain(SECRET)
  })

  it.each([
    [
      'the password of an address',
      'CACHE=redis://app:hunter22hunter22@cache:6379/1',
      'new URL(process.env.CACHE).password',
    ],
    [
      'the whole of such an address',
      'CACHE=redis://app:hunter22hunter22@cache:6379/1',
      'process.env.CACHE',
    ],
    ['the password of mail', 'SMTP_PASS=hunter22hunter22', 'process.env.SMTP_PASS'],
    ['a key of several lines', 'SIGNING_KEY="hunter22\nhunter22"', 'process.env.SIGNING_KEY'],
  ])('shows no secret that a callback throws: %s', async (_, line, value) => {
    const folder = await make({
      ...auth(`callbacks: { jwt() { throw new Error(\`bad \${${value}}\`) } },`),
      '.env': `${line}\n`,
    })
    for (const argv of [[], ['--json']]) {
      const { out, err } = await runFlows(folder, argv)
      expect(out).toContain('throws: bad ***')
      expect(out + err).not.toContain('hunter22')
    }
  })

  it('has ended the process of the application when it is interrupted, also where that hears nothing', async () => {
    const folder = await make({
      'package.json': '{ "name": "app" }',
      // It keeps the processor, so that it does not see that the program has ended.
      'auth.mjs': "process.title = 'kept busy'\nwhile (true) {}\n",
    })
    const file = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
    const program = spawn(process.execPath, [file, 'doctor', '--flows', '--file', 'auth.mjs'], {
      cwd: folder,
      env: { NODE_ENV: 'development' },
      stdio: 'ignore',
    })
    const ended = once(program, 'exit')
    await until(() => processesIn(folder).length === 2 && titlesIn(folder).includes('kept busy'))
    // Before the folder goes, by which they are found.
    cleanUps.unshift(() => {
      for (const id of processesIn(folder)) process.kill(id, 'SIGKILL')
    })
    program.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
    await Promise.race([until(() => processesIn(folder).length === 0), wait(10_000)])
    expect(processesIn(folder)).toEqual([])
  })

  it('signs in to an application that takes 8 seconds to import, and again where a callback imports as much', async () => {
    const slow = 'await new Promise((resolve) => setTimeout(resolve, 8000))\n'
    const folder = await make({
      ...auth(
        "callbacks: { jwt: async ({ token }) => ({ ...token, ...(await import('./roles.js')).roles }) },",
        "import './large.js'",
      ),
      'large.js': slow,
      'roles.js': `${slow}export const roles = { role: 'member' }\n`,
    })
    const { code, out } = await runFlows(folder)
    expect({ code, out }).toEqual({ code: 0, out: containing('  ok        sign-out\n') })
  }, 180_000)

  it('loads a file that is named by its absolute path, with spaces', async () => {
    const files = auth('')
    const folder = await make({ ...files, 'my app/auth (1).js': files['auth.js'] ?? '' })
    const file = join(folder, 'my app/auth (1).js')
    const { code, out } = await runFlows(folder, ['--file', file])
    expect({ code, out }).toEqual({ code: 0, out: containing('Signing in to my app/auth (1).js,') })
  })

  it('takes no message of the application for one of its own', async () => {
    const folder = await make(
      auth('', "process.send?.(null)\nprocess.send?.('ready')\nprocess.send?.({ kind: 'done' })"),
    )
    const { code, out } = await runFlows(folder)
    expect({ code, out }).toEqual({ code: 0, out: containing('  ok        sign-out\n') })
  })

  it('signs in with one provider alone, and names those that there are', async () => {
    const folder = await make(auth(''))
    const one = await runFlows(folder, ['--provider', 'github', '--json'])
    expect(JSON.parse(one.out)).toMatchObject({ broken: 0, flows: [{ provider: 'github' }] })
    const none = await runFlows(folder, ['--provider', 'gitlab'])
    expect(none.code).toBe(1)
    expect(none.err).toContain('has no provider "gitlab". It has: github.')
  })

  it('signs in as the person whose address is given', async () => {
    const folder = await make(
      auth('callbacks: { signIn: ({ user }) => user.email.endsWith("@acme.example") },'),
    )
    const { code, out } = await runFlows(folder, ['--email', 'ada@acme.example'])
    expect({ code, out }).toEqual({ code: 0, out: containing('Nothing is wrong') })
  })

  it.each([
    [['--flows', '--url', 'https://app.example.com'], {}, 'pass one of them'],
    [['--provider', 'github'], {}, '--provider is for --flows alone'],
    [['--email', 'ada@example.com'], {}, '--email is for --flows alone'],
    [['--flows'], { NODE_ENV: 'production' }, 'pass --production if that is meant'],
  ])('refuses %j with %j', async (argv, env, says) => {
    const folder = await make(auth(''))
    const { code, err, out } = await run(['doctor', ...argv], { folder, env })
    expect({ code, err, out }).toEqual({ code: 1, err: containing(says), out: '' })
  })

  it('runs with the variables of production where that is asked for', async () => {
    const folder = await make({
      ...auth(''),
      '.env.production': 'AUTH_URL=https://app.example.com\n',
    })
    const { code, out } = await runFlows(folder, ['--production'])
    expect({ code, out }).toEqual({ code: 0, out: containing('Nothing is wrong') })
  })

  it('says how to set up where there is no configuration', async () => {
    const folder = await make({ 'package.json': '{ "name": "app" }' })
    const { code, out } = await runFlows(folder)
    expect({ code, out }).toEqual({ code: 1, out: containing('npx latchstring init') })
  })

  it('says that TypeScript cannot be read where nothing of the application can', async () => {
    const folder = await make({
      'package.json': '{ "name": "app" }',
      'auth.mjs': "import './role.ts'\n",
      // An enum has to be compiled, also by a Node.js that leaves types out.
      'role.ts': 'export enum Role { Member }\n',
    })
    for (const tool of ['rolldown', 'next']) await rm(join(folder, 'node_modules', tool))
    const { out } = await run(['doctor', '--flows', '--file', 'auth.mjs'], { folder, env: {} })
    expect(out).toContain('broken configuration-not-loaded')
    expect(out).toContain('role.ts is TypeScript, and nothing here can read it')
    expect(out).toContain('Fix: Run it with Node.js 22.18 or newer, or: npm install')
  })
})
