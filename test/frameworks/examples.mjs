import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/root.mjs'
import { NODE_24 } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */
/** @typedef {Readonly<Record<string, string>>} Named */
/** @typedef {{ readonly scripts: Named, readonly dependencies: Named, readonly devDependencies: Named }} Manifest */
/** @typedef {Partial<import('./types.d.ts').Example> & { readonly runtime?: string, readonly develop?: (port: number) => readonly string[] }} Differences */

const OURS = '@latchstring/'

/** @type {(name: string) => Manifest} */
const readManifest = (name) =>
  /** @type {Manifest} */ (
    JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8'))
  )

/** @type {(script: string) => readonly string[]} a script of package.json, as arguments of Node.js */
function toArguments(script) {
  const [program = '', ...rest] = script.split(' ')
  return program === 'node' ? rest : [`node_modules/.bin/${program}`, ...rest]
}

/**
 * An application of `examples`, which is built and started by its own scripts, and developed as its README says.
 *
 * @param {string} name of the folder
 * @param {readonly string[]} versions of what it is made of: folders with a package.json that is tried as well
 * @param {Differences} [differences] `develop` is its script `dev` with the port: a script of npm would not be ended with what started it
 * @returns {Host}
 */
function example(name, versions, { develop = () => [], runtime, ...differences } = {}) {
  const { scripts, dependencies, devDependencies } = readManifest(name)
  const { build, start = '' } = scripts
  const packages = Object.keys({ ...dependencies, ...devDependencies })
    .filter((one) => one.startsWith(OURS))
    .map((one) => one.slice(OURS.length))
  return {
    id: name,
    title: `examples/${name}`,
    package: 'core',
    packages,
    ...(runtime !== undefined && { runtime }),
    ...(build !== undefined && { build: build.split(' && ').map(toArguments) }),
    start: toArguments(start),
    develop: (port) => {
      const command = develop(port)
      const rest = command.length > 0 ? ['--', ...command] : []
      return ['node_modules/@latchstring/cli/dist/bin.js', 'dev', '--port', '0', ...rest]
    },
    features: [],
    variances: [],
    example: { envFile: '.env', versions, ...differences },
  }
}

/** @type {(name: string) => string} */
const fixture = (name) => `test/frameworks/fixtures/${name}`

/** @type {(...command: readonly string[]) => (port: number) => readonly string[]} */
const withPort =
  (...command) =>
  (port) => [...command, '--host', '127.0.0.1', '--port', String(port)]

/** @type {readonly Host[]} the applications of `examples` */
export const examples = [
  example('astro', [fixture('astro-7')], { runtime: NODE_24, develop: withPort('astro', 'dev') }),
  example('elysia', [fixture('elysia-1')], { runtime: NODE_24 }),
  example('express', [fixture('express-5')]),
  example('fastify', [fixture('fastify-5')]),
  example('h3', [fixture('h3-2')]),
  example('hono', [fixture('hono-4')]),
  example('koa', [fixture('koa-3')]),
  example('nestjs', [fixture('nestjs-12')], { develop: () => ['node', 'dist/main.js'] }),
  // The demo has the version of Next.js that is tried; it has no compiler of its own.
  example('next', ['.', fixture('react-router-8'), 'apps/demo-next'], {
    envFile: '.env.local',
    develop: (port) => ['next', 'dev', '--hostname', '127.0.0.1', '--port', String(port)],
  }),
  example('node', []),
  example('nuxt', [fixture('nuxt-4')], { runtime: NODE_24, develop: withPort('nuxt', 'dev') }),
  example('qwik', [fixture('qwik-city-1')], {
    develop: withPort('vite', '--mode', 'ssr', '--strictPort'),
  }),
  example('react-router', [fixture('react-router-8')], {
    runtime: NODE_24,
    develop: withPort('react-router', 'dev'),
  }),
  example('remix', [fixture('remix-3')], { runtime: NODE_24 }),
  example('solid-start', [fixture('solid-start-2')], {
    runtime: NODE_24,
    develop: withPort('vite', 'dev', '--strictPort'),
  }),
  example('sveltekit', [fixture('sveltekit-3')], {
    runtime: NODE_24,
    develop: withPort('vite', 'dev', '--strictPort'),
  }),
  example('tanstack-start', [fixture('tanstack-start')], {
    runtime: NODE_24,
    develop: withPort('vite', 'dev', '--strictPort'),
  }),
]
