import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Files, makeProject, manifest } from '../test/projects.ts'
import { run } from '../test/run.ts'
import { findStartCommand } from './lib/dev/application.ts'

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
    expect(out).toMatch(/^Application +http:\/\/localhost:5173 /m)
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

  it('refuses a port that is not a number', async () => {
    const { code, err } = await run(['dev', '--port', 'many'])
    expect([code, err]).toEqual([2, expect.stringContaining('--port takes a number')])
  })

  it.each([
    ['the script', manifest({}, { scripts: { dev: 'next dev' } }), {}, ['npm', 'run', 'dev']],
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
