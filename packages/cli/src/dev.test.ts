import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inPart } from '@latchstring/test-kit/in-part'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Files, makeProject, manifest } from '../test/projects.ts'
import { buildProgram } from '../test/program.ts'
import { run } from '../test/run.ts'
import { findStartCommand } from './lib/dev/application.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function make(files: Files): Promise<string> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project.folder
}

/** Writes its variables, and the response of the emulators. */
const APPLICATION = `import { writeFileSync } from 'node:fs'
const { LATCHSTRING_DEV, NODE_ENV } = process.env
const { status } = await fetch(LATCHSTRING_DEV + '/github/connection')
writeFileSync('environment.json', JSON.stringify({ LATCHSTRING_DEV, NODE_ENV, status }))
process.exitCode = 3
`

/** A development server with a process of its own, which does not hear of the signal to its parent. */
const PARENT = `import { spawn } from 'node:child_process'
spawn(process.execPath, ['server.js'], { stdio: 'ignore' })
`
/** A fake of the package of the emulators, which is not compiled where this test runs. */
const TESTING = `export const createVisitor = undefined
export const createLab = () => ({ listen: async () => ({ origin: 'http://127.0.0.1:1', close: async () => {} }) })
`
const SERVER = `import { renameSync, writeFileSync } from 'node:fs'
setInterval(() => {}, 1000)
writeFileSync('server.tmp', String(process.pid))
renameSync('server.tmp', 'server.pid')
`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('latchstring dev', () => {
  it('starts the application with the address of the emulators, and ends with its exit code', async () => {
    const folder = await make({
      'package.json': manifest({}, { type: 'module' }),
      'app.js': APPLICATION,
    })
    const command = ['dev', '--port', '0', '--', process.execPath, 'app.js']
    const { code, out } = await run(command, { folder, env: {} })
    const written: unknown = JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'))
    const origin = /Emulators\s+(\S+)/.exec(out)?.[1]
    expect(code).toBe(3)
    expect(written).toEqual({ LATCHSTRING_DEV: origin, NODE_ENV: 'development', status: 200 })
    await expect(fetch(`${origin}/`)).rejects.toThrow('fetch failed')
  })

  it('says where the application, its sign-in page and the mailbox are', async () => {
    const folder = await make({
      'package.json': manifest({ '@sveltejs/kit': '^2.50.0' }),
      'app.js': '',
    })
    const { out } = await run(['dev', '--port', '0', '--', process.execPath, 'app.js'], {
      folder,
      env: {},
    })
    const origin = /Emulators\s+(\S+)/.exec(out)?.[1]
    expect(out).toMatch(/^Application +http:\/\/localhost:5173 \(or where it says itself/m)
    expect(out).toMatch(/^Sign-in +http:\/\/localhost:5173\/auth\/signin$/m)
    expect(/^Mailbox +(\S+)$/m.exec(out)?.[1]).toBe(`${origin}/mail`)
  })

  it('names the address that AUTH_URL has, and none where the framework is not known', async () => {
    const files = { 'app.js': '', '.env': 'AUTH_URL=http://localhost:8080/app/auth\n' }
    const command = ['dev', '--port', '0', '--', process.execPath, 'app.js']
    const express = await make({ 'package.json': manifest({ express: '5.0.0' }), ...files })
    const { out } = await run(command, { folder: express, env: {} })
    expect(out).toMatch(/^Sign-in +http:\/\/localhost:8080\/app\/auth\/signin$/m)
    const other = await make({ 'package.json': manifest({}), ...files })
    expect((await run(command, { folder: other, env: {} })).out).not.toContain('Sign-in  ')
  })

  it.each([
    ['a server that reads no file by itself', { express: '5.0.0' }, 'of the file'],
    ['a server of node:http', { '@latchstring/node': '0.0.0' }, 'of the file'],
    ['a server of Remix', { '@latchstring/remix': '0.0.0' }, 'of the file'],
    ['SvelteKit 3', { '@sveltejs/kit': '^3.0.0' }, 'of the file'],
    ['SvelteKit 2, which reads its file', { '@sveltejs/kit': '^2.50.0' }, undefined],
    ['Nuxt, which reads its file', { nuxt: '^4.1.0' }, undefined],
    ['Next.js, which reads its file', { next: '16.0.0' }, undefined],
  ])('gives the variables of .env to %s', async (_name, dependencies, value) => {
    const folder = await make({
      'package.json': manifest(dependencies, { type: 'module' }),
      '.env': 'ONE=of the file\nTWO=of the file\nNODE_ENV=production\n',
      'app.js': `import { writeFileSync } from 'node:fs'
const { ONE, TWO, NODE_ENV } = process.env
writeFileSync('environment.json', JSON.stringify({ ONE, TWO, NODE_ENV }))
`,
    })
    const command = ['dev', '--port', '0', '--', process.execPath, 'app.js']
    await run(command, { folder, env: { TWO: 'of the environment' } })
    expect(JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'))).toEqual({
      ...(value !== undefined && { ONE: value }),
      TWO: 'of the environment',
      NODE_ENV: 'development',
    })
  })

  it('reports that NODE_ENV is production, where there are no emulators', async () => {
    const folder = await make({ 'package.json': manifest({}), 'app.js': '' })
    const command = ['dev', '--port', '0', '--', process.execPath, 'app.js']
    const { err, out } = await run(command, { folder, env: { NODE_ENV: 'production' } })
    expect(out + err).toContain('NODE_ENV is "production"')
  })

  it('names the port that another program has, and the way around it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    cleanUps.push(() => other.close())
    // A server on a TCP port has such an address.
    const { port } = other.address() as AddressInfo
    const { code, err } = await run(['dev', '--port', String(port)], { folder: await make({}) })
    expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)])
    expect(err).toContain('pass --port PORT')
  })

  describe('beside another program at the port of the application', () => {
    /** Writes the port that it got. */
    const server = (line: string): string => `import { writeFileSync } from 'node:fs'
${line}
writeFileSync('port.json', JSON.stringify([process.env.PORT, process.env.AUTH_URL]))
`
    async function start(dependency: string, line: string, more: Files = {}) {
      const other = createServer().listen(0)
      await once(other, 'listening')
      cleanUps.push(() => other.close())
      // A server on a TCP port has such an address.
      const { port } = other.address() as AddressInfo
      const scripts = { dev: `${process.execPath} app.js` }
      const folder = await make({
        'package.json': manifest({ [dependency]: '16.0.0' }, { type: 'module', scripts }),
        '.env': `AUTH_URL=http://localhost:${port}\n`,
        'app.js': server(line.replace('3000', String(port))),
        ...more,
      })
      const env = { PATH: process.env['PATH'] ?? '' }
      const { out } = await run(['dev', '--port', '0'], { folder, env })
      const got: unknown = JSON.parse(readFileSync(join(folder, 'port.json'), 'utf8'))
      const named = /^Application +http:\/\/localhost:(\d+)(?: \(|$)/m.exec(out)?.[1]
      return { port, out, got, named }
    }

    it('moves a server that listens at PORT to the next port that is free, and names it', async () => {
      const { port, out, got, named } = await start(
        'express',
        "const { PORT = '3000' } = process.env",
      )
      expect(Number(named)).toBeGreaterThan(port)
      expect(got).toEqual([named, `http://localhost:${named}`])
      expect(out).toContain(
        `Port ${port} is taken: the application is at http://localhost:${named}.`,
      )
      expect(out).toMatch(new RegExp(`^Sign-in +http://localhost:${named}/auth/signin$`, 'm'))
    })

    it('leaves a server alone whose port is its own, and its AUTH_URL, which may be that of a proxy', async () => {
      const { port, out, got, named } = await start(
        'express',
        "const { PORT = '4000' } = process.env",
      )
      expect(named).toBe(String(port))
      expect(got).toEqual([null, `http://localhost:${port}`])
      expect(out).not.toContain('is taken: the application')
    })
  })

  it.each([
    [
      'GitHub Codespaces',
      {
        CODESPACES: 'true',
        CODESPACE_NAME: 'octocat-space',
        GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN: 'app.github.dev',
      },
      'https://octocat-space-{port}.app.github.dev',
    ],
    [
      'Gitpod',
      { GITPOD_WORKSPACE_URL: 'https://octocat-1a2b3c.ws-eu1.gitpod.io' },
      'https://{port}-octocat-1a2b3c.ws-eu1.gitpod.io',
    ],
    [
      'a workspace that the developer has named',
      { CODESPACES: 'true', LATCHSTRING_WORKSPACE: 'https://{port}.preview.example' },
      'https://{port}.preview.example',
    ],
    ['a machine of the developer', {}, undefined],
  ])('names addresses of %s, and tells the application', async (_name, env, workspace) => {
    const folder = await make({
      'package.json': manifest({ '@sveltejs/kit': '^2.50.0' }, { type: 'module' }),
      'app.js': `import { writeFileSync } from 'node:fs'
writeFileSync('workspace.json', JSON.stringify(process.env.LATCHSTRING_WORKSPACE ?? null))
`,
    })
    const command = ['dev', '--port', '0', '--', process.execPath, 'app.js']
    const { out } = await run(command, { folder, env })
    expect(JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8'))).toBe(workspace ?? null)
    const application = workspace?.replace('{port}', '5173') ?? 'http://localhost:5173'
    expect(/^Application +(\S+)/m.exec(out)?.[1]).toBe(application)
    expect(/^Sign-in +(\S+)/m.exec(out)?.[1]).toBe(`${application}/auth/signin`)
    const mailbox = /^Mailbox +(\S+)$/m.exec(out)?.[1] ?? ''
    expect(mailbox).toMatch(
      workspace === undefined ? /^http:\/\/127\.0\.0\.1:\d+\/mail$/ : /^https:[^:]+\/mail$/,
    )
  })

  it('takes the next port that is free beside another program at the default one, and names it', async () => {
    const other = createServer().listen(4400, '127.0.0.1')
    // Another program may have the port already, which will do.
    await once(other, 'listening').catch(() => undefined)
    cleanUps.push(() => other.close())
    const folder = await make({ 'package.json': manifest({}), 'app.js': '' })
    const { code, out } = await run(['dev', '--', process.execPath, 'app.js'], { folder, env: {} })
    const origin = /Emulators\s+(\S+)/.exec(out)?.[1]
    expect(code).toBe(0)
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:44(?!00)\d\d$/)
    expect(out).toContain(`Port 4400 is taken: the emulators are at ${origin}.`)
  })

  it.each([
    ['PORT', [], { PORT: '4321' }],
    ['the command', ['app.js', '--port', '4321'], {}],
  ])('names the port of the application that %s says', async (_by, more, env) => {
    const files = { 'app.js': '', '.env.local': 'AUTH_URL=http://localhost:3000\n' }
    const folder = await make({ 'package.json': manifest({ next: '16.0.0' }), ...files })
    const command = [
      'dev',
      '--port',
      '0',
      '--',
      process.execPath,
      ...(more.length > 0 ? more : ['app.js']),
    ]
    const { out } = await run(command, { folder, env })
    expect(out).toMatch(/^Application +http:\/\/localhost:4321$/m)
    expect(out).toMatch(/^Sign-in +http:\/\/localhost:4321\/api\/auth\/signin$/m)
    expect(out).toContain(
      'AUTH_URL is at http://localhost:3000, and the application at http://localhost:4321',
    )
  })

  it('refuses a port that is not a number', async () => {
    const { code, err } = await run(['dev', '--port', 'many'])
    expect([code, err]).toEqual([2, expect.stringContaining('--port takes a number')])
  })

  it.each([
    ['the script', manifest({}, { scripts: { dev: 'next dev' } }), {}, ['npm', 'run', 'dev']],
    [
      'the script of an application that NestJS has made',
      manifest({ '@nestjs/core': '12.0.0' }, { scripts: { 'start:dev': 'nest start --watch' } }),
      { 'src/main.ts': '' },
      ['npm', 'run', 'start:dev'],
    ],
    ['the program of Next.js', manifest({ next: '16.0.0' }), {}, ['npx', 'next', 'dev']],
    [
      'the file of a server, with its variables',
      manifest({ express: '5.0.0' }),
      { 'server.js': '', '.env': '' },
      ['node', '--env-file=.env', 'server.js'],
    ],
    [
      'the file of a server that latchstring init writes',
      manifest({ express: '5.0.0' }, { type: 'commonjs' }),
      { 'app.mjs': '' },
      ['node', 'app.mjs'],
    ],
  ])('finds %s', async (_name, text, files, command) => {
    const folder = await make({ 'package.json': text, ...files })
    expect(await findStartCommand(folder, {}, [])).toEqual({ command })
  })

  it.each([
    ['there is nothing to start', manifest({}), 'package.json has no script "dev"'],
    ['the script is itself', manifest({}, { scripts: { dev: 'latchstring dev' } }), 'itself'],
  ])('says why it starts no application where %s', async (_name, text, why) => {
    const folder = await make({ 'package.json': text })
    expect(await findStartCommand(folder, {}, [])).toHaveProperty(
      'why',
      expect.stringContaining(why),
    )
  })

  it('prefers the command after "--"', async () => {
    const folder = await make({ 'package.json': manifest({}, { scripts: { dev: 'next dev' } }) })
    expect(await findStartCommand(folder, {}, ['vite'])).toEqual({ command: ['vite'] })
  })
})

describe('the program latchstring dev', () => {
  beforeAll(buildProgram, 300_000)

  const program = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
  const DEV = ['dev', '--port', '0', '--', process.execPath, 'app.js']
  const dev = `latchstring ${DEV.join(' ')}`
  const scripts = { dev, outer: 'npm run dev', shell: `sh -c '${dev}; true'` }

  /** An application that was started by a command, and the process of its server. */
  async function start(command: string, args: readonly string[]) {
    const folder = await make({
      'package.json': manifest({}, { type: 'module', scripts }),
      'node_modules/@latchstring/testing/package.json':
        '{ "name": "@latchstring/testing", "type": "module", "exports": "./index.js" }',
      'node_modules/@latchstring/testing/index.js': TESTING,
      'app.js': PARENT,
      'server.js': SERVER,
    })
    mkdirSync(join(folder, 'node_modules/.bin'))
    symlinkSync(program, join(folder, 'node_modules/.bin/latchstring'))
    const child: ChildProcess = spawn(command, args, { cwd: folder, stdio: 'ignore' })
    cleanUps.push(() => child.kill('SIGKILL'))
    const file = join(folder, 'server.pid')
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true)
    return { child, server: Number(readFileSync(file, 'utf8')) }
  }

  it.runIf(process.platform !== 'win32').each(inPart(SIGNALS, (signal) => signal === 'SIGINT'))(
    'ends every process of the application by %s to its own process alone',
    async (signal) => {
      const { child, server } = await start(process.execPath, [program, ...DEV])
      child.kill(signal)
      await once(child, 'exit')
      expect(isRunning(server)).toBe(false)
    },
  )

  const IN_BETWEEN = inPart(
    [
      ['npm exec', ['exec', '--offline', '--', 'latchstring', ...DEV]],
      ['npm run', ['run', 'dev']],
    ] as const,
    ([name]) => name === 'npm run',
  )

  it.runIf(process.platform !== 'win32').each(IN_BETWEEN)(
    'ends every process of the application by SIGTERM to %s alone, which does not hand it on',
    async (_name, args) => {
      const { child, server } = await start('npm', args)
      child.kill('SIGTERM')
      await once(child, 'exit')
      await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false)
    },
  )

  const FURTHER_UP = inPart(
    [
      ['a script that runs another', 'outer', 'SIGTERM'],
      ['a shell between that does not hand it on', 'shell', 'SIGTERM'],
      ['a signal that nothing can hand on', 'dev', 'SIGKILL'],
    ] as const,
    ([, script]) => script === 'dev',
  )

  // Only there a program can ask what is above its parent.
  it.runIf(process.platform === 'linux').each(FURTHER_UP)(
    'ends every process of the application with npm run alone, with %s',
    async (_what, script, signal) => {
      const { child, server } = await start('npm', ['run', script])
      child.kill(signal)
      await once(child, 'exit')
      await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false)
    },
  )
})
